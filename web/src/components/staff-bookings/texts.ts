export const payment = {
  title: 'Record Payment',
  submitLabel: (amount: string) => `Record ${amount}`,
  ofPeople: (people: number, each: string) => `${people} people: ${each}`,
  method: 'Paid by',
  reference: 'Reference',
  referenceHint: "The transaction's number, for the accounts.",
  recorded: 'Payment recorded',
  recordedText: (amount: string, method: string) => `${amount} by ${method}`,
  failed: 'Failed to record payment',
}

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
  noForm: 'The catalogue does not say what this test measures: attach a PDF instead.',
  noValues: ['No Results Entered', 'Please enter at least one result'],
  comments: "Doctor's comments",
  isReviewed: 'Reviewed by a doctor',
  attached: 'Report attached',
  pdfIsMade: (tests: string) => `${tests}. Its PDF is being made.`,
  failed: 'Failed to attach report',
} as const

export const early = {
  title: 'Collect before the slot?',
  description: (slot: string) => `The slot is ${slot}. Collect now all the same?`,
  confirm: 'Collect now',
  cancel: 'Not yet',
}

export const visit = {
  name: (id: string) => `Visit #${id}`,
  people: 'People of the visit',
  paid: 'paid',
  due: (amount: string, unpaid: string) => `${amount} ${unpaid}`,
  paidOnCompletion: '· paid on completion',
  /** Of whom no name is shown */
  person: (index: number) => `Person ${index + 1}`,
  customer: 'The customer',
}

export const menu = {
  label: (id: string) => `More actions for booking ${id}`,
  labelOfVisit: (id: string) => `More actions for visit ${id}`,
  details: 'View Details',
  payment: 'Record Payment',
  report: 'Attach Report',
  of: (label: string, name: string | undefined) => (name === undefined ? label : `${label}: ${name}`),
}

export const person = {
  sexes: { male: 'Male', female: 'Female', other: 'Other' },
  noAge: 'age not known',
}

export const reportPatient = {
  loading: 'Whose report …',
  /** The lab may not see the person any more */
  hidden: 'The name is not shown any more',
  customer: 'The customer',
  order: (number: string) => `Order ${number}`,
  noOrder: 'No order number yet',
}
