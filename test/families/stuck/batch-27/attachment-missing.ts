/**
 * A person is asked for a file that is attached to every message and that the agent cannot see.
 */
import type { Family } from '../../family.ts';

export const attachmentMissing: Family = {
  name: 's_attachment_missing',
  what: 'asks again and again for an attachment, which the other side says is there',
  batch: 27,
  limit: 8,
  unit: 'answer',
  play(agent) {
    const asks = [
      'I do not see an attachment. Could you please upload the file again?',
      'It looks like the file did not come through. Please attach it once more.',
      'I am sorry, I still cannot see any file. Could you try to attach it again?',
      'There is no attachment in your message. Please upload the document.',
    ];
    const says = [
      'It is attached. [contract.pdf]',
      'Here it is again: [contract.pdf]',
      'Attached. [contract.pdf]',
      'I attached it, see above. [contract.pdf]',
    ];
    agent.prompt('Please summarise the attached contract. [contract.pdf]');
    agent.loopBegins();
    agent.times(14, 20, () => {
      agent.answer(agent.pick(asks));
      agent.rest(agent.between(4000, 40_000));
      agent.prompt(agent.pick(says));
    });
  },
};
