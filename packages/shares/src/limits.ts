import { day, hour, limits, minute } from '@jaanch/platform/limits/limits'

export const shareLimits = limits({
  shares: {
    max: 20,
    what: 'open links to shared results',
    per: 'customer',
    text: (max) => `You have ${max} open links already. Please end one before you make another.`,
  },
  sharesMade: {
    max: 50,
    windowS: day,
    what: 'links to shared results made',
    per: 'customer',
    text: (max) => `You made ${max} links within a day. Please make more tomorrow.`,
  },
  shareLooks: {
    max: 60,
    windowS: minute,
    counted: { by: 'network', in: 'redis' },
    what: 'links to shared results opened, and tries to',
    per: 'network',
    text: () => 'Too many attempts from your network. Please wait a little and try again.',
  },
  shareLooksOfLink: {
    max: 60,
    windowS: hour,
    counted: { by: 'id', in: 'redis' },
    what: 'passcodes for a link to shared results',
    per: 'link',
    text: () => 'This link was opened very often within an hour. Please try again later.',
  },
})
