/**
 * Searching the web, opening a page, searching a project and keeping a plan, in the manner of each client.
 */
import type { Exchange, Manner } from './client-manner.ts';

export interface Hit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

type Tool = readonly [string, string];

const SEARCHES: Readonly<Record<Manner, Tool>> = {
  claude: ['WebSearch', 'query'],
  codex: ['web_search', 'query'],
  gemini: ['google_web_search', 'query'],
  opencode: ['websearch', 'query'],
  custom: ['tavily_search', 'q'],
};

export function searchExchange(manner: Manner, query: string, hits: readonly Hit[]): Exchange {
  const [name, argument] = SEARCHES[manner];
  const text =
    manner === 'custom'
      ? JSON.stringify({ q: query, results: hits })
      : `Web search results for query: "${query}"\n\n${hits
          .map(({ title, url, snippet }, index) => `[${index + 1}] ${title}\n${url}\n${snippet}`)
          .join('\n\n')}`;
  return { name, args: { [argument]: query }, text, err: false };
}

export function fetchExchange(
  manner: Manner,
  url: string,
  question: string,
  text: string,
): Exchange {
  const made: Readonly<Record<Manner, Omit<Exchange, 'err'>>> = {
    claude: { name: 'WebFetch', args: { url, prompt: question }, text },
    codex: { name: 'open_page', args: { url }, text },
    gemini: { name: 'web_fetch', args: { prompt: `${question} ${url}` }, text },
    opencode: { name: 'webfetch', args: { url, format: 'markdown' }, text },
    custom: { name: 'read_url', args: { url }, text: JSON.stringify({ url, markdown: text }) },
  };
  return { ...made[manner], err: false };
}

export function grepExchange(
  manner: Manner,
  pattern: string,
  path: string,
  text: string,
): Exchange {
  const made: Readonly<Record<Manner, Omit<Exchange, 'err'>>> = {
    claude: {
      name: 'Grep',
      args: { pattern, path, output_mode: 'content', '-n': true },
      text: text || 'No matches found',
    },
    codex: {
      name: 'shell',
      args: { command: ['bash', '-lc', `rg -n '${pattern}' ${path}`], workdir: '/workspace' },
      text: `Exit code: ${text === '' ? 1 : 0}\nWall time: 0.1 seconds\nOutput:\n${text}`,
    },
    gemini: {
      name: 'search_file_content',
      args: { pattern, dir_path: path },
      text: text || `No matches found for pattern "${pattern}" in path "${path}".`,
    },
    opencode: { name: 'grep', args: { pattern, path }, text: text || 'No files found' },
    custom: {
      name: 'code_search',
      args: { pattern, path },
      text: JSON.stringify({ matches: text === '' ? [] : text.split('\n') }),
    },
  };
  return { ...made[manner], err: false };
}

export interface PlanStep {
  readonly step: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

export function planExchange(manner: Manner, steps: readonly PlanStep[]): Exchange {
  const todos = steps.map(({ step, status }) => ({ content: step, status }));
  const made: Readonly<Record<Manner, Omit<Exchange, 'err'>>> = {
    claude: {
      name: 'TodoWrite',
      args: { todos: todos.map((todo) => ({ ...todo, activeForm: todo.content })) },
      text: 'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable',
    },
    codex: { name: 'update_plan', args: { plan: steps }, text: 'Plan updated' },
    gemini: {
      name: 'write_todos',
      args: { todos: steps.map(({ step, status }) => ({ description: step, status })) },
      text: `Successfully updated the todo list. The current list is now:\n${steps
        .map(({ step, status }, index) => `${index + 1}. [${status}] ${step}`)
        .join('\n')}`,
    },
    opencode: {
      name: 'todowrite',
      args: { todos: todos.map((todo, id) => ({ ...todo, id: String(id + 1) })) },
      text: JSON.stringify(todos),
    },
    custom: { name: 'set_plan', args: { steps }, text: '{"ok":true}' },
  };
  return { ...made[manner], err: false };
}
