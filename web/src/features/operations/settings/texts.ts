export const findings = {
  title: 'What is probably wrong',
  none: 'Nothing is wrong with the settings',
  severities: { error: 'Error', warning: 'Warning' },
  /** @param services whose settings it is about */
  about: (services: readonly string[]) => `Settings of: ${services.join(', ')}.`,
  /** @param docs path of a section in the repository */
  see: (docs: string) => `See ${docs}.`,
}

export const settings = {
  label: 'Settings of the running processes',
  heads: ['Setting', 'Set in', 'Without a value'],
  set: 'Set in',
  default: 'Without a value:',
  nowhere: 'Not set',
}

export const failed = {
  title: 'The settings cannot be read',
  text: 'The system did not answer. They are read again by themselves.',
}
