import { countText } from '@/lib/format/numbers'

const shared = {
  hint: 'Other admins see it in the list of runs.',
  failure: 'It was not started',
}

export const texts = {
  page: {
    text: 'A verify compares the live tables with what the log says; a replay replaces them; a trial compares them with what another version of the code would make of the log.',
    start: 'Start …',
    none: 'No runs yet',
    noneText: 'Start a verify to see whether the live tables are what the log says.',
  },
  runs: {
    title: 'Last runs',
    different: (count: number) => `${countText(count)} different`,
  },
  startRun: {
    dialog: {
      ...shared,
      title: 'Start a run',
      description:
        'The tables are built from the log beside the live ones and compared row by row. Nobody waits for it, and nothing is sent. It needs disk space for a second set of tables.',
    },
    submitLabels: { replay: 'Start replay', verify: 'Start verify', trial: 'Start trial' },
    kind: 'What to do',
    verify: { label: 'Verify', description: 'Shows whether the live tables are what the log says' },
    replay: {
      label: 'Replay',
      description: 'Replaces the live tables if no row differs, and shows the differences otherwise',
    },
    trial: {
      label: 'Trial',
      description: 'Shows which rows another version of the code would make otherwise; it never goes live',
    },
    code: 'Version of the code',
    codeHint: 'A release that lies beside the running one, or a commit, branch or tag of its checkout.',
  },
  accept: {
    button: 'Replay and accept …',
    dialog: {
      ...shared,
      title: 'Replay and accept these differences?',
      description:
        'The tables are built and compared once more. If no more rows differ than these, everybody sees the rebuilt rows at once; otherwise the live tables stay as they are.',
      label: 'Why are the differences right?',
      submitLabel: 'Start replay',
    },
  },
  panel: {
    title: (kind: string, id: number, code: string | null) =>
      `${kind}${code === null ? '' : ` of ${code}`}, run ${id}`,
    stop: 'Stop',
  },
  stop: {
    question: (id: number) => ({
      title: `Stop run ${id}?`,
      description:
        'The rebuilt tables are dropped. The live tables stay as they are; another run begins from the start.',
      confirmLabel: 'Stop',
      cancelLabel: 'Keep it',
    }),
    failure: 'It was not stopped',
  },
  progress: {
    label: 'Events that are folded',
    compares: (table: string | undefined) => `Compares row by row${table ? `: ${table}` : ''}`,
    events: (done: number, total: number) => `${countText(done)} of ${countText(total)} events`,
    rate: (rate: number) => `${countText(rate)} events/s`,
    left: (duration: string) => `${duration} left`,
  },
  differences: {
    caption: 'Rows of each table',
    table: 'Table',
    live: 'Live',
    rebuilt: 'Rebuilt',
    different: 'Different',
    inTable: (table: string) => `Differences in ${table}`,
    first: (shown: number, all: number) => `the first ${shown} of ${countText(all)}`,
    history: 'Time travel',
    noRow: (tables: string) => `The ${tables} tables have no such row.`,
    isLive: 'live',
    isRebuilt: 'rebuilt',
  },
}
