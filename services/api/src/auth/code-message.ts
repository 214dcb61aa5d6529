import type { Channel } from '@jaanch/contracts/notification-kinds'

/** The text with a one-time code. It names nobody: anybody can type another person's address into a profile. */
export function codeMessage(channel: Channel, code: string): { subject: string; body: string } {
  if (channel === 'sms') {
    return {
      subject: '',
      body: `Jaanch: ${code} is your code to verify this phone number. It is valid for 10 minutes. Do not share it.`,
    }
  }
  return {
    subject: 'Your code for Jaanch',
    body: [
      'Hello,',
      'Someone, probably you, wants to verify this e-mail address for a Jaanch account. Type this code there:',
      code,
      'It is valid for 10 minutes and works once. Do not share it.',
      'If it was not you, there is nothing to do: without the code the address is not verified.',
    ].join('\n\n'),
  }
}
