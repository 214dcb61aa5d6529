import type { NotificationPreferences } from '@jaanch/messages/api'
import { mutate } from 'swr'
import { useCommand } from '@/components/use-command'
import { useResource } from '@/lib/cache/use-resource'
import { phoneText } from '@/lib/format/phone'
import { call } from '@/lib/http/call'
import { useUser } from '@/lib/session/session-context'
import { setTheme, type Theme, useTheme } from '@/lib/theme'
import { Panel } from '@/ui/panel'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'
import { preferences as texts } from './texts'

const themes = [
  { value: 'light', label: texts.themes.light },
  { value: 'dark', label: texts.themes.dark },
]

export function PreferencesSection() {
  const theme = useTheme()
  return (
    <Panel size="lg" title={texts.title}>
      <div className="grid grid-cols-1 gap-6 p-5">
        <div>
          <h3 className="mb-1 font-semibold text-sm">{texts.messages}</h3>
          <MessageSettings />
        </div>
        <div>
          <h3 className="mb-3 font-semibold text-sm">{texts.appearance}</h3>
          <RadioCards
            label={texts.appearance}
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
  const { run } = useCommand({ send: changeNotificationPreferences, failed: texts.failed })
  if (loading) return <Skeleton className="my-2 h-28" />
  if (!data) {
    return (
      <p className="my-2 grid h-28 place-items-center rounded-xl bg-sunken px-4 text-center text-ink-soft">
        {texts.unavailable}
      </p>
    )
  }

  return (
    <div className="grid min-h-32 grid-cols-1 content-center">
      <Switch
        label={texts.email}
        description={isEmailProven ? texts.to(email) : texts.emailUnproven}
        checked={data.email}
        onChange={(email) => void run({ email })}
      />
      <Switch
        label={texts.sms}
        description={smsText(phone, isPhoneProven)}
        checked={data.sms}
        onChange={(sms) => void run({ sms })}
      />
    </div>
  )
}

function smsText(phone: string | null, isProven: boolean): string {
  if (!phone) return texts.noPhone
  return isProven ? texts.to(phoneText(phone)) : texts.smsUnproven
}

const preferences = '/api/notifications/preferences'

function useNotificationPreferences() {
  return useResource(preferences)
}

async function changeNotificationPreferences(change: Partial<NotificationPreferences>): Promise<void> {
  const changed = await call('PUT', preferences, { body: change })
  await mutate(preferences, changed, { revalidate: false })
}
