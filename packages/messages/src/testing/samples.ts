import { type Samples, sends } from '@jaanch/tests/contract/matrix/sample'

export const messageSamples: Samples = {
  readNotifications: sends({ all: true }),
  changeNotificationPreferences: sends({ sms: false }),
}
