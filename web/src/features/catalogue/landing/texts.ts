export const headerTexts = {
  page: 'Page',
  packages: 'Packages',
  howItWorks: 'How it works',
  why: 'Why Jaanch',
  forLabs: 'For labs',
  login: 'Login',
}

export const heroTexts = {
  title: 'Lab tests at your door.',
  titleAccent: 'Every step live.',
  text: "Book in two minutes, have the sample taken at home, and watch your report come: from the collector's knock to the lab's last check.",
  examples: 'Examples',
  promises: {
    home: 'Home collection',
    certified: 'NABL-certified labs',
    reports: 'Reports in 24 to 48 hours',
  },
}

export const previewTexts = {
  label:
    'A booking followed live: booked, confirmed by the lab, sample collected at home, in the lab, report expected tomorrow',
  title: 'Full body check for Amma',
  state: 'On its way to a report',
  live: 'Live',
  steps: [
    { label: 'Booked', time: '7:02 am', state: 'done' },
    { label: 'Lab confirmed', time: '7:04 am', state: 'done' },
    { label: 'Sample collected at home', time: '8:21 am', state: 'done' },
    { label: 'In the lab', time: 'since 10:10 am', state: 'now' },
    { label: 'Report ready', time: 'expected tomorrow', state: 'next' },
  ],
} as const

export const popularTexts = {
  title: 'Popular Packages',
  description: 'A good place to begin.',
  none: 'No packages available at the moment',
  showAll: (count: number) => `Show all ${count}`,
}

export const resultsTexts = {
  title: 'Search results',
  searching: 'Searching…',
  offline: 'Without a network nothing can be searched.',
  found: (count: number, text: string) => `${count} found for “${text}”`,
  clear: 'Clear search',
  none: 'No tests found',
  noneText: 'Try another word, or the name of a health concern.',
}

export const howItWorksTexts = {
  title: 'How it works',
  description: 'Three steps, all of them visible.',
  find: {
    title: 'Find your test',
    text: 'Search by name or by how you feel. Prices, preparation and parameters are there before you book.',
  },
  visit: {
    title: 'We come to you',
    text: 'Choose a slot between 6 AM and 6 PM, or an instant collection within 2 to 4 hours.',
  },
  follow: {
    title: 'Follow it to the report',
    text: 'Each step shows the moment it happens. Your report is ready within 24 to 48 hours.',
  },
}

export const trustTexts = {
  title: 'Trusted where it matters',
  description: 'Numbers, and what stands behind them.',
  /** Their values are facts of the installation. */
  figures: [
    ['landingCustomers', 'customers'],
    ['landingLabs', 'lab partners'],
    ['landingCities', 'cities'],
    ['landingRating', 'rating'],
    ['landingAccuracy', 'accuracy'],
  ],
  certified: {
    title: 'NABL-certified labs',
    text: 'Every lab is checked and approved before its first sample.',
  },
  onDemand: {
    title: 'On-demand booking',
    text: 'Scheduled to the slot, or instant within 2 to 4 hours.',
  },
  privacy: {
    title: 'Your data stays yours',
    text: 'Only the lab that takes your sample sees where you live.',
  },
} as const

export const familyTexts = {
  title: 'One account for the whole family',
  text: "Parents in another city, a child with a fever: add them once, book for them in a minute, and see how each one's test is getting on.",
  start: 'Start with your family',
  example: 'For example',
  members: [
    ['A', 'Amma, 62', 'Thyroid profile', 'Report ready'],
    ['P', 'Papa, 66', 'HbA1c', 'Sample collection'],
    ['D', 'Diya, 9', 'Vitamin D', 'Tomorrow, 8:00–10:00 am'],
  ],
} as const

export const footerTexts = {
  about: 'Jaanch is Hindi for a test, a check-up. Lab tests at home, every step live.',
  page: {
    title: 'Jaanch',
    packages: 'Popular packages',
    howItWorks: headerTexts.howItWorks,
    why: headerTexts.why,
  },
  signIn: { title: 'Sign in', customers: 'Customers', labs: 'Lab partners', admins: 'Admins' },
  legal: {
    title: 'About',
    privacy: 'Privacy',
    terms: 'Terms',
    grievance: 'Grievances',
    support: 'Support',
  },
  cities: 'Cities',
}
