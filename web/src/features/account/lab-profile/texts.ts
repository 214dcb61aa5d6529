export const profile = {
  heading: {
    title: 'Lab profile',
    description: 'How customers and your collectors see your lab, and what new reports say about it.',
  },
  labName: 'Name',
  nameMissing: 'Please enter the name of your lab',
  address: 'Address',
  addressMissing: 'Please enter the address of your lab',
  addressHint: (text: string) => `On reports: ${text}`,
  phone: 'Phone',
  phoneHint: 'Customers call this number, and you can sign in with it.',
  identity: 'Tube labels name the patient by',
  identities: {
    initials: { label: 'Initials', description: 'A.P. · 34 F, with the date' },
    'name-age-sex': { label: 'Name, age and sex', description: 'Asha Patel · 34 F' },
  },
  released: 'Released reports stay as they are.',
  save: 'Save',
  saved: 'Lab profile saved',
  failed: 'The lab profile was not saved',
  notLoaded: 'The lab profile could not be loaded.',
}
