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
