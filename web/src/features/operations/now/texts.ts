import { countText } from '@/lib/format/numbers'

export const noState = {
  title: 'The state of the log is not known',
  text: 'It shows here as soon as the API can read it.',
}

export const troubles = {
  title: 'What needs an operator',
  links: {
    events: 'Open Events',
    work: 'Open Work',
    replay: 'Open Replay',
    messages: 'Open Messages',
  },
  openEvent: 'Open the event',
  none: 'All is well',
  noneKnown: 'No trouble is known',
  notLookedAt: (names: readonly string[]) => `Not known: ${names.join(', ')}`,
  noneSince: (time: string) => `since ${time}`,
}

export const restored = {
  dialog: {
    title: 'Begin a new epoch',
    description:
      'Do this after the database was restored. Read tables and consumers that are beyond the end of the log are set back to it, what they knew of lost events is forgotten, and every browser fetches everything again.',
    submitLabel: 'Begin a new epoch',
    hint: 'What was restored and why. It is stored with the epoch, for operators.',
    failure: 'No epoch has begun',
  },
  succeeded: ['A new epoch has begun', 'The readers are repaired within seconds.'],
} as const

export const pipeline = {
  title: 'The pipeline',
  events: 'events',
  dead: (count: number) => `${countText(count)} dead`,
  failing: (count: number) => `${countText(count)} failing`,
  open: (count: number, isMore: boolean) => `${isMore ? 'over ' : ''}${countText(count)} open`,
}

export const stages = {
  log: { title: 'Log', detail: (head: number) => `${countText(head)} events` },
  relay: { title: 'Relay' },
  work: {
    title: 'Work',
    detail: (waiting: number, leased: number) => `${waiting} waiting, ${leased} in work`,
  },
  workers: {
    title: 'Workers',
    detail: (processes: string, rate: string) => `${processes}, ${rate} messages`,
  },
  projector: { title: 'Projector', nothing: 'nothing to feed' },
  readTables: {
    title: 'Read tables',
    live: (generation: number) => `generation ${generation} is live`,
    noneLive: 'none are live',
  },
  push: { title: 'Push' },
  processes: (count: number) => (count === 1 ? '1 process' : `${count} processes`),
  states: { running: 'Running', idle: 'Idle', behind: 'Behind', stopped: 'Stopped' },
}

export const processes = {
  title: 'Processes',
  none: 'None is running.',
  process: 'Process',
  names: { api: 'API', workers: 'Workers', projector: 'Projector' },
  version: 'Version',
  age: 'Age',
  cpu: 'CPU',
  memory: 'Memory',
  loopDelay: 'Loop delay',
  pushLag: 'Push lag',
}

export const generations = {
  title: 'Generations of the read tables',
  none: 'None yet.',
  generation: (generation: number) => `Generation ${generation}`,
  version: 'Model version',
  position: 'Position',
  size: 'Size',
  since: (state: string) => `${state} since`,
  stopped: (position: number) => `Stands before event ${countText(position)}`,
  notFed: 'Live, not fed',
}

export const checks = {
  title: 'Backups, standbys, disks and alerts',
  names: {
    backup: 'Backup',
    rehearsal: 'Restore rehearsal',
    archiving: 'Archiving',
    replication: 'Replication',
    disk: 'Disks',
    alerts: 'Alerts',
  },
  states: { well: 'Well', trouble: 'Trouble', off: 'Not in use', unknown: 'Not known' },
}

export const storage = {
  title: 'Verify, sizes and rows',
  lastVerify: 'Last verify',
  noVerify: 'none yet',
  verified: (different: number, time: string) =>
    `${different === 0 ? 'no differences' : `${countText(different)} rows differ`}, ${time}`,
  database: 'Database',
  log: 'Log',
  readTables: 'Read tables',
  messages: (status: string) => `Messages: ${status}`,
  jobs: (queue: string) => `Jobs: ${queue}`,
  jobCounts: (open: number, failed: number) => `${countText(open)} open, ${countText(failed)} failed`,
  toDelete: (what: string) => `To be deleted: ${what}`,
  epochSince: 'Epoch since',
  epochReason: 'Why it began',
}
