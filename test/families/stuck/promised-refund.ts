import type { Family } from '../family.ts';

/** Every answer promises what the answer before promised, and nothing is ever done. */
export const promisedRefund: Family = {
  name: 's_promised_refund',
  what: 'promises a customer a refund again and again, looks at the same order, and does nothing (in Spanish)',
  batch: 11,
  limit: 8,
  unit: 'answer',
  play(agent) {
    const order = `ES-${agent.between(100_000, 999_999)}`;
    const amount = `${agent.between(19, 240)},${agent.between(10, 99)} €`;
    const incident = `INC${agent.between(40_000, 99_999)}`;
    agent.prompt(
      `Hola, devolví el pedido ${order} hace un mes y sigo sin el reembolso de ${amount}.`,
    );
    const look = () =>
      agent.call(
        'consultar_pedido',
        { pedido: order },
        {
          pedido: order,
          estado: 'devuelto',
          reembolso: 'pendiente',
          importe: amount,
          consultado: agent.clock(),
          traza: agent.words.hex(12),
        },
      );
    look();
    agent.answer(`Hola, gracias por escribirnos. Ahora mismo reviso el reembolso de ${order}.`);
    agent.loopBegins();
    agent.times(14, 22, () => {
      agent.rest(agent.between(15_000, 120_000));
      agent.prompt(
        agent.pick([
          '¿Hay alguna novedad con mi reembolso?',
          '¿Y bien? Sigo esperando.',
          `Eso ya me lo ha dicho. ¿Cuándo recibo los ${amount}?`,
          'Por favor, haga ya la devolución.',
          '¿Lo ha hecho ya?',
          'No veo nada en mi cuenta. ¿Puede tramitarlo de una vez?',
        ]),
      );
      look();
      if (agent.random.chance(0.4))
        agent.call(
          'escalar_incidencia',
          {
            pedido: order,
            motivo: agent.pick(['reembolso pendiente', 'cliente espera', 'urgente: reembolso']),
          },
          {
            incidencia: incident,
            resultado: 'ya existe',
            abierta: true,
            traza: agent.words.hex(8),
          },
        );
      agent.answer(
        agent.pick([
          'Le entiendo perfectamente. Estoy tramitando su reembolso en este momento, un instante por favor.',
          `Lamento la espera. He dado prioridad a su caso (${incident}) y enseguida queda resuelto.`,
          'Gracias por su paciencia. El reembolso está en curso y se lo confirmo en breve.',
          `Ya casi está: voy a emitir ahora mismo la devolución de ${amount}.`,
          'Tiene toda la razón. Me ocupo personalmente y se lo devuelvo ahora.',
        ]),
      );
    });
  },
};
