export const proposeOrder = {
  title: 'Create Order',
  description: (customer: string) => `From the prescription of ${customer}`,
  packages: (count: number) => `${count === 1 ? '1 package' : `${count} packages`}, total`,
  cancel: 'Cancel',
  taken: 'Another admin has just made an order of this prescription.',
  notes: 'Notes',
  notesHint: 'The customer and the lab read them with the order.',
  noPackages: ['No Packages Selected', 'Please select at least one test package'],
  created: 'Order created',
  createdText: (customer: string, total: string) => `${customer} is asked to confirm ${total}`,
  failed: 'Failed to create order',
} as const

export const picker = {
  legend: 'Test packages',
  search: 'Search packages',
  list: 'Packages on offer',
  none: 'No packages available at the moment',
}

export const list = {
  label: 'Prescriptions',
  none: 'No prescriptions yet',
  noneText: 'Prescriptions appear here by themselves as customers upload them.',
}

export const card = {
  uploaded: (time: string) => `Uploaded ${time}`,
  order: 'Order:',
  notes: 'Notes:',
  view: 'View',
  of: (customer: string) => `prescription of ${customer}`,
  history: (customer: string) => `the prescription of ${customer}`,
  createOrder: 'Create Order',
}

export const viewer = {
  title: (customer: string) => `Prescription of ${customer}`,
  newTab: 'Open in a new tab',
  broken: 'The file could not be shown.',
  openPdf: 'Open PDF',
}
