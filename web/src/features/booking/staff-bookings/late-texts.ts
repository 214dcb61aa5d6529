/** Texts of parts that load when they are opened: in a file that the lists do not load. */

import type { CustodyAlarm } from '@jaanch/contracts/vocabulary'
import type { ListKey } from './shortcut-keys'

export const shortcuts = {
  title: 'Keyboard shortcuts',
  description: 'They act on the row that has the focus, and never while you type.',
  isOn: 'Single keys act',
  names: {
    search: 'Search',
    nextRow: 'Next booking',
    previousRow: 'Booking before',
    open: 'Open',
    assign: 'Assign a lab',
    advance: 'Update Status',
    select: 'Select',
    report: 'Attach Report',
    help: 'Show these keys',
  } satisfies Record<ListKey, string>,
}

export const savedViews = {
  label: 'Views',
  none: 'Choose a tab, filters and a day, then save them under a name.',
  name: 'Save this view as',
  save: 'Save',
  failed: 'Failed to save the view',
  remove: (name: string) => `Remove ${name}`,
  removeFailed: 'Failed to remove the view',
}

export const custodyNotes = {
  title: 'Notes on the samples',
  about: (tube: number | null, at: string) => `${tube === null ? 'The visit' : `Tube ${tube}`}, ${at}`,
}

export const draft = {
  waiting: 'A report waits for a pathologist of the lab. The customer does not see it.',
  returned: 'The pathologist sent the report back. It can be submitted again.',
  open: 'Open the report',
}

const and = new Intl.ListFormat('en', { type: 'conjunction' })

export const pdfOnly = (tests: readonly string[]) =>
  tests.length === 1
    ? `${tests[0]} is reported by PDF only: the catalogue has no parameters for it.`
    : `${and.format(tests)} are reported by PDF only: the catalogue has no parameters for them.`

export const patientChange = {
  title: 'The patient’s details changed after the draw',
  atDraw: (person: string) => `At the draw: ${person}`,
  now: (person: string) => `Now: ${person}`,
  born: (date: string) => `born ${date}`,
  noBirthDate: 'birth date not given',
  noSex: 'sex not given',
  check:
    'The tubes have what was recorded at the draw. Make sure that it is the same person before you report.',
}

export const lateReports = {
  title: 'Reported late',
  alarms: {
    'after-end': (at: string) =>
      `Something was done with samples of this booking, last at ${at}, that was reported after it had ended.`,
    'after-removal': (at: string) =>
      `Tubes were drawn, last at ${at}, by a collector who was taken off this visit before that was reported.`,
    mismatch: (at: string) =>
      `At ${at}, there was a doubt about the person, and tubes of this booking are drawn: they may be those of somebody else.`,
  } satisfies Record<CustodyAlarm, (at: string) => string>,
  payment: (amount: string, method: string, at: string) =>
    `${amount} (${method}) was reported as taken at ${at}. It is no payment until the owner accepts it.`,
  accept: 'Accept payment',
  accepted: 'Payment recorded',
  failed: 'Failed to record payment',
}
