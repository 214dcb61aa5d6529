import type { Fault } from './fault.ts'

const api = 'services/api/src'

export const accessFaults: readonly Fault[] = [
  {
    name: 'A code of an authenticator app is accepted twice.',
    file: `${api}/auth/second-factors/totp.ts`,
    from: 'return step > lastStep ?',
    to: 'return step >= lastStep ?',
    caughtBy: [`${api}/auth/second-factors/totp.test.ts`],
  },
  {
    name: 'An account that was disabled keeps its access until somebody notifies the process.',
    file: `${api}/auth/standings.ts`,
    from: 'if (cached && cached.expiresAt > at)',
    to: 'if (cached)',
    caughtBy: [`${api}/auth/standings.test.ts`],
  },
  {
    name: 'A lab changes the bookings of other labs.',
    file: `${api}/policies.ts`,
    from: 'return booking.labPartnerId !== null && booking.labPartnerId === caller.labPartnerId',
    to: 'return booking.labPartnerId !== null',
    caughtBy: [`${api}/routes/bookings/change-status.int.test.ts`],
  },
  {
    name: 'A link to shared results opens after its end.',
    file: `${api}/routes/shares/share-rows.ts`,
    from: 's.ended_at is null and s.expires_at >',
    to: 's.ended_at is null or s.expires_at >',
    caughtBy: [`${api}/routes/shares/shares.int.test.ts`],
  },
  {
    name: 'The results of an adult relative are shown to whoever booked, without a consent.',
    file: `${api}/read-models/relative-consent.ts`,
    from: "if (isWithheld) throw new AppError('consent-needed'",
    to: "if (!name) throw new AppError('consent-needed'",
    caughtBy: [`${api}/routes/health-reports/sign-off.int.test.ts`],
  },
  {
    name: 'A link that sets a new password is valid for a day instead of an hour.',
    file: `${api}/auth/password-resets.ts`,
    from: 'const lifetimeMs = 60 * 60 * 1_000',
    to: 'const lifetimeMs = 24 * 60 * 60 * 1_000',
    caughtBy: [`${api}/routes/auth/reset-password.int.test.ts`],
  },
]
