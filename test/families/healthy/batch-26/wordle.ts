/**
 * Words are guessed by letters; each guess is answered in coloured squares.
 */
import type { Family } from '../../family.ts';

export const wordle: Family = {
  name: 'h_wordle',
  what: 'plays several rounds of a game in which five letters are guessed and each guess is marked',
  batch: 26,

  play(agent) {
    const letters = 'abcdefghilmnoprstuvw';
    const five = () =>
      Array.from({ length: 5 }, () => letters[agent.between(0, letters.length - 1)]).join('');
    agent.prompt('Play ten rounds of the word game and keep the score.');
    const starter = agent.pick(['crane', 'slate', 'audio']);
    for (let round = 1; round <= 10; round += 1) {
      agent.call('game_new', {}, { game: round, guesses_left: 6 });
      const tries = agent.between(3, 6);
      for (let left = 5; left > 5 - tries; left -= 1) {
        const isLast = left === 6 - tries;
        const marks =
          isLast && agent.random.chance(0.85)
            ? '🟩🟩🟩🟩🟩'
            : Array.from({ length: 5 }, () => agent.pick(['⬛', '⬛', '🟨', '🟩'])).join('');
        agent.call(
          'game_guess',
          { word: left === 5 ? starter : five() },
          { marks, guesses_left: left },
        );
      }
    }
    agent.answer('Nine of ten.');
  },
};
