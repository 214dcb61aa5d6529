import { countText } from '@/lib/format/numbers'

export const page = {
  text: 'A verify compares the live tables with what the log says; a replay replaces them. Every night at 03:00 IST a verify runs by itself, unless it is set otherwise.',
  start: 'Start …',
  none: 'No runs yet',
  noneText: 'Start a verify to see whether the live tables are what the log says.',
}

export const runs = {
  title: 'Last runs',
  different: (count: number) => `${countText(count)} different`,
  accepted: 'Accepted:',
}

const reasonHint = 'Other admins see it in the list of runs.'

export const startRun = {
  dialog: {
    title: 'Start a replay or verify',
    description:
      'The tables are built from the log beside the live ones and compared row by row. Nobody waits for it, and nothing is sent. It needs disk space for a second set of tables.',
    hint: reasonHint,
    failure: 'It was not started',
  },
  submitLabels: { replay: 'Start replay', verify: 'Start verify' },
  kind: 'What to do',
  verify: { label: 'Verify', description: 'Shows whether the live tables are what the log says' },
  replay: {
    label: 'Replay',
    description: 'Shows the differences, and replaces the live tables when you accept them',
  },
  tables: 'Tables',
  tablesHint: 'The other tables are copied as they are, with their faults.',
  allTables: 'All tables',
}

export const panel = {
  title: (title: string, id: number) => `${title}, run ${id}`,
  differ: (rows: number) =>
    `${countText(rows)} rows differ. The live tables are unchanged until you accept the differences.`,
  noneDiffers: 'No row differs.',
  kept: 'The rebuilt tables are kept up to date; after an hour they are dropped.',
  endsAt: (time: string) => `Without a decision it ends at ${time}.`,
  pausedUntil: (time: string) => `It is paused. If nobody continues it, it ends at ${time}.`,
  accepted: 'It is compared once more, then it goes live.',
  accept: 'Accept differences …',
  goLive: 'Go live …',
  continue: 'Continue',
  pause: 'Pause',
  drop: 'Drop',
  stop: 'Stop',
}

export const goLive = {
  question: (id: number) => ({
    title: `Make run ${id} live?`,
    description:
      'Everybody reads the rebuilt tables at once. They are compared once more before; if rows differ then, you are asked again.',
    confirmLabel: 'Go live',
    cancelLabel: 'Not yet',
  }),
}

export const stop = {
  question: (id: number) => ({
    title: `Stop run ${id}?`,
    description:
      'The rebuilt tables are dropped. The live tables stay as they are; another run begins from the start.',
    confirmLabel: 'Stop',
    cancelLabel: 'Keep it',
  }),
}

export const accept = {
  dialog: (rows: number) => ({
    title: `Accept ${countText(rows)} differences?`,
    description:
      'Everybody sees the rebuilt rows at once. They are compared once more before; if more rows differ than now, you are asked again.',
    submitLabel: 'Accept and go live',
    label: 'Why are the differences right?',
    hint: reasonHint,
    failure: 'It does not go live',
  }),
}

export const progress = {
  label: 'Events that are folded',
  compares: (table: string | undefined) => `Compares row by row${table ? `: ${table}` : ''}`,
  events: (done: number, total: number) => `${countText(done)} of ${countText(total)} events`,
  paused: 'Paused',
  rate: (rate: number) => `${countText(rate)} events/s`,
  left: (duration: string) => `${duration} left`,
}

export const differences = {
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
}
