export const page = {
  heading: { title: 'Reports and Bookings', description: 'Reports are promised within 24 to 48 hours.' },
  trends: 'Health trends',
  tabs: { label: 'Reports and bookings', bookings: 'My Bookings', reports: 'Health Reports' },
}

export const list = {
  none: 'No health reports yet',
  noneText: 'A report shows here as soon as its lab releases it, within 24 to 48 hours of the collection.',
  browse: 'Browse tests',
  thisReport: 'This report',
  notReleased: 'has no report yet. It shows here as soon as the lab releases it.',
}

export const report = {
  open: 'Open results',
  view: 'View',
  newWindow: ', opens in a new window',
  comments: "Doctor's comments",
  needsConsent: 'This person has to agree before the results are shown.',
  released: (time: string) => `Released ${time}`,
  toCome: (names: readonly string[]) => `Still to come: ${names.join(', ')}`,
  newest: (version: number) => `Version ${version}`,
  earlier: (count: number) => `Earlier versions (${count})`,
  version: (version: number, time: string) => `Version ${version}, released ${time}`,
}

export const download = { label: 'Download', failed: 'Failed to download report' }

export const ownBookings = {
  none: 'No bookings yet',
  noneText: 'Every test that you book is kept here.',
  browse: list.browse,
  report: 'View Report',
}

export const familyDue = { person: 'Whose tests', myself: 'Myself' }
