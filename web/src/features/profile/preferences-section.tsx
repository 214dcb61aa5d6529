import type { NotificationPreferences } from '@jaanch/contracts/http/notifications'
import { toastFailure } from '@/components/toast-failure'
import { phoneText } from '@/lib/format/phone'
import { changeNotificationPreferences, useNotificationPreferences } from '@/lib/resources/notifications'
import { useUser } from '@/lib/session/session-context'
import { setTheme, type Theme, useTheme } from '@/lib/theme'
import { Panel } from '@/ui/panel'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function PreferencesSection() {
  const theme = useTheme()
  return (
    <Panel size="lg" title="Preferences">
      <div className="grid grid-cols-1 gap-6 p-5">
        <div>
          <h3 className="mb-1 font-semibold text-sm">Messages about your bookings</h3>
          <MessageSettings />
        </div>
        <div>
          <h3 className="mb-3 font-semibold text-sm">Appearance</h3>
          <RadioCards
            label="Appearance"
            compact
            options={themes}
            value={theme}
            onChange={(next) => setTheme(next as Theme)}
            className="grid-cols-2"
          />
        </div>
      </div>
    </Panel>
  )
}

function MessageSettings() {
  const { phone, email, isEmailProven, isPhoneProven } = useUser()
  const { data, loading } = useNotificationPreferences()
  if (loading) return <Skeleton className="my-2 h-28" />
  if (!data) {
    return (
      <p className="my-2 grid h-28 place-items-center rounded-xl bg-sunken px-4 text-center text-ink-soft">
        These can't be changed at the moment.
      </p>
    )
  }

  async function change(next: Partial<NotificationPreferences>) {
    try {
      await changeNotificationPreferences(next)
    } catch (error) {
      toastFailure('Failed to save preferences', error, { repeat: () => void change(next) })
    }
  }

  return (
    <div className="grid min-h-32 grid-cols-1 content-center">
      <Switch
        label="Email"
        description={isEmailProven ? `To ${email}` : 'Once you verified your email'}
        checked={data.email}
        onChange={(email) => void change({ email })}
      />
      <Switch
        label="SMS"
        description={smsText(phone, isPhoneProven)}
        checked={data.sms}
        onChange={(sms) => void change({ sms })}
      />
    </div>
  )
}

function smsText(phone: string | null, isProven: boolean): string {
  if (!phone) return 'Once you added your phone number'
  return isProven ? `To ${phoneText(phone)}` : 'Once you verified your phone'
}
