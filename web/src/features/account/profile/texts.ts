import type { ConsentPurpose } from '@jaanch/account/privacy/consents'

export const page = { title: 'Profile', description: 'You, your family, and where we come to.' }

export const access = {
  title: 'Who opened my documents',
  unavailable: 'This cannot be shown at the moment.',
  none: 'Nobody but you has opened your reports, prescriptions or collection details in the last year.',
  more: 'Show more',
  opened: 'opened:',
}

export const address = {
  list: {
    title: 'Saved Addresses',
    noun: 'Address',
    emptyText: 'Save an address, and choose it when you book.',
  },
}

export const removeAddress = {
  question: (street: string) => ({
    title: 'Remove address',
    description: `Are you sure you want to remove ${street}? Bookings keep the address that they were placed with.`,
  }),
  command: { succeeded: 'Address removed', failed: 'Failed to remove address' },
}

export const member = {
  list: {
    title: 'Family Members',
    noun: 'Family Member',
    emptyText: 'Add your family, and book their tests from your account.',
  },
  dialogs: { add: 'Add Family Member', edit: 'Edit Family Member' },
  save: 'Save',
  incomplete: 'Name and relationship are required',
  saved: 'Family member saved',
  added: 'Family member added',
  failed: 'Failed to save family member',
}

export const identity = {
  title: 'There are results or samples of this person',
  description: 'Is the same person meant, or somebody else?',
  correct: 'Correct the mistake',
  another: 'Add another person',
  back: 'Back',
}

export const removeMember = {
  question: (name: string) => ({
    title: `Remove ${name}`,
    description: 'Are you sure you want to remove this family member?',
  }),
  command: { succeeded: 'Family member removed', failed: 'Failed to remove family member' },
}

export const list = { add: 'Add', edit: 'Edit', remove: 'Remove', cancel: 'Cancel', loading: 'Loading' }

export const requests = {
  export: {
    title: 'Download Your Data',
    description: 'Please confirm that it is you.',
    submitLabel: 'Download my data',
    failed: 'Failed to download your data',
    body: 'The file contains your health data: keep it where only you can open it.',
  },
  erase: {
    title: 'Delete Your Account',
    description: 'This cannot be undone. Download your reports first: nobody can bring them back.',
    submitLabel: 'Delete my account',
    failed: 'Your account was not deleted',
    body:
      'We delete your details, family, addresses, prescriptions and reports at once, and sign you out everywhere. ' +
      'What remains of your bookings has no name. Backups are overwritten later.',
  },
}
export const erased = 'Your account is deleted'
export const password = { label: 'Your password', missing: 'Please enter your password' }

export const details = {
  title: 'Your Details',
  edit: 'Edit',
  editSuffix: 'your details',
  since: 'Customer since',
  notGiven: 'Not given',
  addPhone: 'Add phone',
  phoneMissing: ['Add your phone number', 'to get SMS about your bookings, and to log in with it.'],
  dialog: { title: 'Edit Details', submitLabel: 'Save' },
  command: { succeeded: 'Details saved', failed: 'Failed to save your details' },
  bounced: 'Our emails to this address bounce. Verify it again once it works.',
  shortName: 'Name',
  name: 'Full Name',
  nameMissing: 'Please enter your name',
  phone: 'Phone',
  phoneHint: 'For messages by SMS.',
  dateOfBirth: 'Date of Birth',
  gender: 'Gender',
  selectGender: 'Select gender',
  email: 'Email',
  emailHint: "You sign in with it; it can't be changed here.",
} as const

export const preferences = {
  title: 'Preferences',
  messages: 'Messages about your bookings',
  appearance: 'Appearance',
  themes: { light: 'Light', dark: 'Dark' },
  unavailable: "These can't be changed at the moment.",
  email: 'Email',
  emailUnproven: 'Once you verified your email',
  sms: 'SMS',
  smsUnproven: 'Once you verified your phone',
  noPhone: 'Once you added your phone number',
  to: (address: string) => `To ${address}`,
  failed: 'Failed to save preferences',
}

const consents: Record<ConsentPurpose, string> = {
  'offers-by-email': 'Offers by email',
  'offers-by-sms': 'Offers by SMS',
}

export const privacy = {
  title: 'Your Data',
  agreements: 'What you agree to',
  process: 'What we process, and why, is in the',
  notice: 'privacy notice',
  shared: 'Shared with doctors',
  sharedText: 'See who looked at your results, and end a link.',
  everything: 'Everything we hold about you',
  everythingText: 'Your details, family, addresses, bookings, prescriptions and reports, as one ZIP file.',
  unavailable: "This can't be changed at the moment.",
  consents,
  failed: 'Failed to save your answer',
}

export const healthExport = {
  title: 'Reports for other systems',
  text: 'All lab reports of one person as a FHIR R4 file, which hospitals and health apps read. Not certified for ABDM.',
  person: 'Whose reports',
  self: 'You',
  submit: 'Download as FHIR',
  failed: 'Failed to download the reports',
}

export const trendsLink = 'Health trends'
export const supportLead = 'Questions?'
