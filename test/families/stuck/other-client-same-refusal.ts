import type { Family } from '../family.ts';

/** The key is wrong, in whatever language the request is written. */
export const otherClientSameRefusal: Family = {
  name: 's_other_client_same_refusal',
  what: 'sends the same refused request by ever other programs',
  batch: 3,
  limit: 14,
  play(agent) {
    const url = `https://api.${agent.words.project()}.example/v1/${agent.words.noun()}s`;
    agent.prompt('Fetch the list from the API.');
    agent.loopBegins();
    agent.times(16, 26, () => {
      const [command, text] = agent.pick([
        [
          `curl -s -H "Authorization: Bearer $KEY" ${url}`,
          `{"error":{"code":"unauthorized","message":"Invalid API key"},"request_id":"${agent.words.hex(12)}"}`,
        ],
        [
          `curl -i -H "X-Api-Key: $KEY" ${url}`,
          `HTTP/2 401\ncontent-type: application/json\nx-request-id: ${agent.words.hex(16)}\n\n{"error":{"code":"unauthorized","message":"Invalid API key"}}`,
        ],
        [
          `python3 -c "import requests; print(requests.get('${url}').text)"`,
          `{"error":{"code":"unauthorized","message":"Invalid API key"},"request_id":"${agent.words.hex(12)}"}`,
        ],
        [
          `node -e "fetch('${url}').then(r => r.text()).then(console.log)"`,
          `{"error":{"code":"unauthorized","message":"Invalid API key"},"request_id":"${agent.words.hex(12)}"}`,
        ],
        [`wget -qO- ${url}`, 'Username/Password Authentication Failed.'],
        [
          `http GET ${url} Authorization:"Bearer $KEY"`,
          `HTTP/1.1 401 Unauthorized\n\n{"error":{"code":"unauthorized","message":"Invalid API key"}}`,
        ],
      ] as const);
      agent.shell(command.replace('$KEY', agent.pick(['$KEY', '$API_KEY', '${TOKEN}'])), text);
    });
  },
};
