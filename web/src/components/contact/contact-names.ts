/** What the address of a channel is called in a sentence. */
export const contactNames = { email: 'email', sms: 'phone' } as const
