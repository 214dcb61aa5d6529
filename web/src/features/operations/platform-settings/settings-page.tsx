import { settingsFacts } from '@jaanch/insight/facts/facts'
import { Bell, Building2, Database, type LucideIcon, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFacts } from '@/features/insight/facts-calls'
import { paths } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { Badge } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { PageHeading } from '@/ui/page-heading'
import { toast } from '@/ui/toast-store'

const texts = {
  heading: { title: 'Settings', description: 'How the platform is set up.' },
  comingSoon: 'Feature Coming Soon',
  platform: {
    title: 'Platform',
    name: 'Platform Name',
    email: 'Contact Email',
    phone: 'Contact Phone',
    location: 'Location',
  },
  notifications: { title: 'Notifications', email: 'Email Notifications', sms: 'SMS Notifications' },
  security: {
    title: 'Security',
    twoFactor: 'Two-Factor Authentication',
    timeout: 'Session Timeout',
  },
  database: {
    title: 'Database',
    backup: 'Backup',
    backupNow: 'Backup Now',
  },
  facts: 'Change what this installation says of itself',
}

/** Static information (specification, section 2.15), where the installation does not say otherwise. */
export function SettingsPage() {
  const facts = useFacts(settingsFacts)
  const mayChange = useMay('manager')
  const isSpecified = (id: keyof typeof settingsFacts) => facts[id] === settingsFacts[id].specified
  const badge = (id: keyof typeof settingsFacts) =>
    isSpecified(id) ? <Badge variant="success">{facts[id]}</Badge> : facts[id]
  const twoFactor = isSpecified('settingsTwoFactor') ? (
    <ComingSoon label={settingsFacts.settingsTwoFactor.specified} />
  ) : (
    facts.settingsTwoFactor
  )
  const backup = isSpecified('settingsBackup') ? (
    <span className="inline-flex flex-wrap items-center justify-end gap-3">
      {facts.settingsBackup}
      <ComingSoon label={texts.database.backupNow} />
    </span>
  ) : (
    facts.settingsBackup
  )
  return (
    <>
      <PageHeading {...texts.heading} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Group
          title={texts.platform.title}
          icon={Building2}
          settings={[
            [texts.platform.name, facts.settingsName],
            [texts.platform.email, facts.settingsEmail],
            [texts.platform.phone, facts.settingsPhone],
            [texts.platform.location, facts.settingsLocation],
          ]}
        />
        <Group
          title={texts.notifications.title}
          icon={Bell}
          settings={[
            [texts.notifications.email, badge('settingsEmailNotifications')],
            [texts.notifications.sms, badge('settingsSmsNotifications')],
          ]}
        />
        <Group
          title={texts.security.title}
          icon={ShieldCheck}
          settings={[
            [texts.security.twoFactor, twoFactor],
            [texts.security.timeout, facts.settingsTimeout],
          ]}
        />
        <Group
          title={texts.database.title}
          icon={Database}
          settings={[
            [texts.database.title, badge('settingsDatabase')],
            [texts.database.backup, backup],
          ]}
        />
      </div>
      {mayChange && (
        <ButtonLink to={paths.adminFacts} variant="outline" className="mt-6 whitespace-normal max-sm:w-full">
          {texts.facts}
        </ButtonLink>
      )}
    </>
  )
}

/** A button of the specification that does nothing yet. An installation with a text of its own does not show it. */
function ComingSoon({ label }: { label: string }) {
  return (
    <Button variant="outline" size="sm" onClick={() => toast.info(texts.comingSoon)}>
      {label}
    </Button>
  )
}

type GroupProps = {
  title: string
  icon: LucideIcon
  /** null: hidden */
  settings: readonly (readonly [name: string, value: ReactNode])[]
}

function Group({ title, icon: Icon, settings }: GroupProps) {
  const shown = settings.filter(([, value]) => value !== null)
  if (shown.length === 0) return null
  return (
    <Card>
      <h2 className="flex min-h-14 items-center gap-3 border-b px-4 font-semibold text-base sm:px-5">
        <Icon className="size-5 text-brand-ink" aria-hidden />
        {title}
      </h2>
      <dl className="divide-y">
        {shown.map(([name, value]) => (
          <div
            key={name}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 sm:px-5"
          >
            <dt className="text-ink-soft">{name}</dt>
            <dd className="min-w-0 text-right font-medium [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
