import { Bell, Building2, Database, type LucideIcon, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { PageHeading } from '@/ui/page-heading'
import { toast } from '@/ui/toast-store'
import { settings as texts } from './texts'

const showComingSoon = () => toast.info(texts.comingSoon)

/** Static information without any API call (specification, section 2.15). */
export function SettingsPage() {
  return (
    <>
      <PageHeading {...texts.heading} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Group title={texts.platform.title} icon={Building2}>
          <Setting name={texts.platform.name}>{texts.platform.nameValue}</Setting>
          <Setting name={texts.platform.email}>{texts.platform.emailValue}</Setting>
          <Setting name={texts.platform.phone}>{texts.platform.phoneValue}</Setting>
          <Setting name={texts.platform.location}>{texts.platform.locationValue}</Setting>
        </Group>
        <Group title={texts.notifications.title} icon={Bell}>
          <Setting name={texts.notifications.email}>
            <Badge variant="success">{texts.enabled}</Badge>
          </Setting>
          <Setting name={texts.notifications.sms}>
            <Badge variant="success">{texts.enabled}</Badge>
          </Setting>
        </Group>
        <Group title={texts.security.title} icon={ShieldCheck}>
          <Setting name={texts.security.twoFactor}>
            <Button variant="outline" size="sm" onClick={showComingSoon}>
              {texts.security.configure}
            </Button>
          </Setting>
          <Setting name={texts.security.timeout}>{texts.security.timeoutValue}</Setting>
        </Group>
        <Group title={texts.database.title} icon={Database}>
          <Setting name={texts.database.title}>
            <Badge variant="success">{texts.database.connected}</Badge>
          </Setting>
          <Setting name={texts.database.backup}>
            <span className="inline-flex flex-wrap items-center justify-end gap-3">
              {texts.database.backupValue}
              <Button variant="outline" size="sm" onClick={showComingSoon}>
                {texts.database.backupNow}
              </Button>
            </span>
          </Setting>
        </Group>
      </div>
    </>
  )
}

function Group({ title, icon: Icon, children }: { title: string; icon: LucideIcon; children: ReactNode }) {
  return (
    <Card>
      <h2 className="flex min-h-14 items-center gap-3 border-b px-4 font-semibold text-base sm:px-5">
        <Icon className="size-5 text-brand-ink" aria-hidden />
        {title}
      </h2>
      <dl className="divide-y">{children}</dl>
    </Card>
  )
}

function Setting({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 sm:px-5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  )
}
