import { labRoleNames } from '@jaanch/contracts/staff-roles'

export const page = {
  title: 'Report',
  back: 'All reports',
  notFound: 'This report was not found',
  notFoundText: 'The link may be wrong, or the report belongs to another account.',
  failed: 'The report could not be loaded',
  tryAgain: 'Try again',
  print: 'Print',
  download: 'Download PDF',
  loading: 'Loading the report',
  newer: (version: number, time: string) =>
    `There is a newer version of this report: version ${version}, released ${time}.`,
  openNewer: 'Open it',
}

export const header = {
  patient: 'Patient',
  lab: 'Lab',
  byJaanch: 'Jaanch',
  collected: 'Sample collected',
  released: 'Released',
  releasedBy: 'Released by',
  order: 'Order',
  amended: (version: number) => `Amended: version ${version}`,
  more: (version: number) => `More results: version ${version}`,
}

type ReleasedBy = { name: string | null; role: keyof typeof labRoleNames | 'admin' }

/** @returns 'Dr Meera Iyer, pathologist' */
export function releaserText({ name, role }: ReleasedBy): string {
  if (role === 'admin') return header.byJaanch
  const roleText = labRoleNames[role].toLowerCase()
  return name ? `${name}, ${roleText}` : `A person of the lab, ${roleText}`
}

export const pdfOnly = {
  title: 'This report is a PDF',
  text: 'The lab released it as a file, so its results are not shown one by one.',
  view: 'View PDF',
}

export const versions = {
  title: 'Versions',
  version: (version: number) => `Version ${version}`,
  shown: 'shown here',
  released: (time: string) => `released ${time}`,
  changes: 'What this version changed',
  noChanges: 'No value was changed.',
  before: 'Before',
  after: 'Now',
  added: 'added',
  withdrawn: 'withdrawn',
}

export const attachments = {
  title: 'Files of the lab',
  view: (time: string) => `PDF of ${time}`,
}
