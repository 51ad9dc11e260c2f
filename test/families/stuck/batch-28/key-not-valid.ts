/**
 * A weather service refuses the key; places, units and versions of the address are changed.
 */
import type { Family } from '../../family.ts';

export const keyNotValid: Family = {
  name: 's_key_not_valid',
  what: 'asks a service for other places, in other units and versions, while it says each time that the key is not valid',
  batch: 28,
  limit: 10,
  play(agent) {
    const { words } = agent;
    const city = agent.pick(['Graz', 'Turku', 'Porto', 'Gdansk']);
    agent.prompt(`What will the weather be in ${city} on Sunday?`);
    agent.loopBegins();
    agent.times(14, 26, () => {
      const place = agent.pick([
        city,
        `${city},EU`,
        `lat=${agent.between(40, 60)}.${agent.between(0, 99)}&lon=${agent.between(5, 25)}.${agent.between(0, 99)}`,
        city.toLowerCase(),
      ]);
      agent.call(
        'http_get',
        {
          url: `https://api.weather.example/${agent.pick(['2.5', '3.0', 'v1'])}/${agent.pick(['forecast', 'onecall', 'weather'])}?q=${place}&units=${agent.pick(['metric', 'imperial'])}&appid=${words.project()}`,
        },
        {
          status: 401,
          body: { cod: 401, message: 'Invalid API key. Please see the FAQ for more info.' },
        },
        {
          saying: agent.pick(['', 'Let me try the other endpoint.', 'Maybe by coordinates.']),
        },
      );
    });
  },
};
