/** Texts of the dialogs that attach a report, which load when they open. */

export const report = {
  title: 'Attach Report',
  kind: 'Kind of report',
  kinds: { file: 'PDF file', values: 'Enter values' },
  drop: {
    label: 'Report file',
    choose: 'Choose the PDF',
    orDrop: 'or drop it here',
    accepted: 'A PDF of at most 10 MB',
  },
  chosen: (name: string) => `Report file: ${name}`,
  saveAndNext: 'Save and next',
  loadFailed: 'The values to enter could not be loaded',
  tryAgain: 'Try again',
  noForm: 'The catalogue does not say what this test measures: attach a PDF instead.',
  noValues: ['No Results Entered', 'Please enter at least one result'],
  comments: "Doctor's comments",
  isReviewed: 'Reviewed by a doctor',
  attached: 'Report attached',
  waits: (tests: string) => `${tests}. It is released when a pathologist of the lab signs it.`,
  pdfIsMade: (tests: string) => `${tests}. Its PDF is being made.`,
  failed: 'Failed to attach report',
} as const

/** For the results that the report has already */
export const recorded = {
  intro:
    'These are the results of the report. A result that you change is corrected; one that you empty is withdrawn.',
  noChange: ['Nothing Changed', 'Please change, empty or add at least one result'],
  corrects: (text: string) => `Corrects ${text}`,
  withdraws: (text: string) => `Withdraws ${text} from the report`,
} as const

/** For a report that is only a PDF */
export const critical = {
  label: 'Critical result on this PDF',
  hint: 'Somebody has to be called about it at once.',
  none: 'None',
  another: 'Mark another one',
  value: (name: string, unit: string | null) => `Value of ${name}${unit ? ` (${unit})` : ''}`,
  byName: 'Another result, by its name',
  name: 'Name of the result',
  nameMissing: 'Please enter the name, or remove this result',
  namedValue: 'Its value, with the unit',
  thisOne: 'This result',
  remove: (name: string) => `${name} is not critical`,
}

export const questions = {
  title: 'Please look again',
  question: 'Is it the right sample, and are these the right values? What you confirm is recorded.',
  confirm: 'It is right',
  check: 'Check again',
}

export const reportPatient = {
  loading: 'Whose report …',
  /** The lab may not see the person any more */
  hidden: 'The name is not shown any more',
  customer: 'The customer',
  order: (number: string) => `Order ${number}`,
  noOrder: 'No order number yet',
}
