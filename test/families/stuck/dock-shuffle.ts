import type { Family } from '../family.ts';

/** Three lorries, two docks, one hour: whichever way it is arranged, one is left over. */
export const dockShuffle: Family = {
  name: 's_dock_shuffle',
  what: 'gives two docks to three lorries in turn, and one is left without each time (in Portuguese)',
  batch: 11,
  limit: 24,
  play(agent) {
    const plates = Array.from(
      { length: 3 },
      () =>
        `${agent.words.hex(3).toUpperCase()}-${agent.between(1, 9)}${agent.pick(['A', 'B', 'F', 'H'])}${agent.between(10, 99)}`,
    );
    const hour = `${agent.between(6, 17)}:00`;
    agent.prompt(`Todos os caminhões das ${hour} precisam de doca: ${plates.join(', ')}.`);
    const docks: [string, string] = [plates[0] ?? '', plates[1] ?? ''];
    let waiting = plates[2] ?? '';
    const protocol = () => `P${agent.between(100_000, 999_999)}`;
    const yard = () =>
      agent.call(
        'patio_consultar',
        { janela: hour },
        {
          janela: hour,
          docas: { D1: docks[0], D2: docks[1] },
          sem_doca: [waiting],
          pendencias: 1,
          emitido: agent.clock(),
        },
        {
          saying: agent.pick([
            `Falta ainda ${waiting}. Vou reorganizar as docas.`,
            'Verificando o pátio.',
            `Quase pronto, só ${waiting} está sem doca.`,
            '',
          ]),
        },
      );
    yard();
    agent.loopBegins();
    agent.times(14, 21, () => {
      const dock = agent.between(0, 1) as 0 | 1;
      const out = docks[dock];
      agent.call(
        'doca_liberar',
        {
          doca: `D${dock + 1}`,
          placa: out,
          motivo: agent.pick(['remanejamento', 'prioridade', 'ajuste de janela']),
        },
        { situacao: 'liberada', protocolo: protocol() },
      );
      agent.call(
        'doca_reservar',
        { doca: `D${dock + 1}`, placa: waiting, janela: hour },
        { situacao: 'reservada', protocolo: protocol() },
        { saying: agent.pick([`Agora a doca está livre para ${waiting}.`, '']) },
      );
      docks[dock] = waiting;
      waiting = out;
      yard();
    });
  },
};
