export const channels = ['email', 'sms'] as const
export type Channel = (typeof channels)[number]

/** Customer, lab and admins get different texts for the same event. Stored by place, as the kinds are. */
export const audiences = ['customer', 'lab-partner', 'admin'] as const
export type Audience = (typeof audiences)[number]
