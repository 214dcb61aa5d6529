import type { ShareSnapshot, SnapshotReport } from '@jaanch/shares/snapshot'
import { ageText, capitalised, countedText, listText } from '@/lib/format/text'

export const page = {
  title: 'Shared results',
  intro:
    'Somebody shows you results of laboratory tests. They are encrypted: enter the passcode that you were given.',
  label: (label: string) => `“${label}”`,
  openUntil: (instant: string) => `Can be opened until ${instant}.`,
  name: 'Your name',
  nameHint: 'The person who shares the results sees it with the time.',
  nameless: 'Not named',
  passcode: 'Passcode',
  passcodeMissing: 'Please enter the passcode.',
  open: 'Show Results',
  wrong: (left: number) =>
    left > 0
      ? `This is not the passcode. ${countedText(left, 'try').replace('trys', 'tries')} left, then the link ends.`
      : 'This is not the passcode, and it was the last try. The link has ended.',
}

export const failures = {
  broken: {
    title: 'This link is not complete',
    text: 'Part of it was lost, perhaps when it was copied. Please open it from the message, or scan it again.',
  },
  foreign: {
    title: 'This link belongs to another site',
    text: 'Please open it with a viewer of SMART Health Links.',
  },
  newer: {
    title: 'This link is of a newer kind',
    text: 'Please open it with a newer viewer of SMART Health Links.',
  },
  over: {
    title: 'This link has ended',
    text: 'Its time is over, its owner has ended it, or there were too many wrong passcodes. Please ask for a new one.',
  },
  'wrong-key': {
    title: 'The results cannot be decrypted',
    text: 'The passcode is correct, but the link is not the one that was made. Please open the original link, or ask for a new one.',
  },
  insecure: {
    title: 'This page needs a secure connection',
    text: 'Please open the link with https.',
  },
} as const

export const busy = 'Please wait a moment and try again.'
export const unreachable = 'There is no connection. Please try again.'

export const view = {
  print: 'Print',
  patient: 'Patient',
  patientText: ({ age, sex }: Pick<ShareSnapshot['patient'], 'age' | 'sex'>) =>
    [age !== null && ageText(age), sex && capitalised(sex)].filter(Boolean).join(', ') ||
    'Age and sex not recorded',
  copied: (instant: string) => `Copied on ${instant}. Later results and corrections are not in it.`,
  notAdvice:
    'Shared by the patient or a relative. The original reports are with the laboratories that are named.',
}

const roles: Record<string, string> = {
  owner: 'laboratory',
  technician: 'technician',
  pathologist: 'pathologist',
  'front-desk': 'front desk',
  collector: 'collector',
  admin: 'Jaanch',
}

export const report = {
  collected: 'Collected',
  released: 'Released',
  lab: 'Laboratory',
  order: 'Order',
  releasedBy: 'Released by',
  releasedByText: ({ name, role }: SnapshotReport['releasedBy']) =>
    name ? `${name}, ${roles[role] ?? role}` : (roles[role] ?? role),
  ageThen: 'Age then',
  version: (version: number) => `Version ${version}`,
  comments: "Doctor's comments",
  outOfRange: (count: number) => `Out of range (${count})`,
  noneOutOfRange: 'No result is out of range.',
  partlyCompared: 'No result that could be compared with an interval is out of range.',
  notCompared: 'No result could be compared with an interval.',
  changes: 'What changed from the version before',
  change: (name: string, before: string | null, after: string | null) =>
    `${name}: ${before ?? 'not reported'} → ${after ?? 'not reported'}`,
  toCome: (names: readonly string[]) => `Partial report. Still to come: ${listText(names)}.`,
  notReported: (names: readonly string[]) => `Not reported: ${listText(names)}.`,
}

export const table = {
  test: 'Test',
  result: 'Result',
  interval: 'Reference interval',
  scale: 'On its interval',
  flag: 'Flag',
  method: (method: string) => `Method: ${method}`,
  noInterval: 'None',
  otherAges: 'No interval for this age',
}

export const trend = {
  heading: 'Over time',
  date: 'Collected',
  lab: 'Laboratory',
  label: (name: string) => `${name} over time`,
}
