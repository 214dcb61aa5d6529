export const home = {
  greeting: (name: string) => `Hello, ${name}`,
  question: 'What would you like to have checked?',
  concerns: 'Browse by health concern',
  otherConcerns: 'Other health concerns',
  popular: 'Popular Packages',
  viewAll: 'View All',
  none: 'No packages available at the moment',
  browseAll: 'Browse all tests',
}

export const actions = {
  upload: 'Upload Prescription',
  addMember: 'Add Family Member',
  memberAdded: 'Family member added',
  memberAddedText: (name: string) => `${name} can now be chosen when you book.`,
}
