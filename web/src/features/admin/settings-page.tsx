import { Bell, Building2, Database, type LucideIcon, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { PageHeading } from '@/ui/page-heading'
import { toast } from '@/ui/toast-store'

const showComingSoon = () => toast.info('Feature Coming Soon')

/** Static information without any API call (specification, section 2.15). */
export function SettingsPage() {
  return (
    <>
      <PageHeading title="Settings" description="How the platform is set up." />
      <div className="grid gap-4 lg:grid-cols-2">
        <Group title="Platform" icon={Building2}>
          <Setting name="Platform Name">Jaanch</Setting>
          <Setting name="Contact Email">support@jaanch.example</Setting>
          <Setting name="Contact Phone">+91 79 4000 1234</Setting>
          <Setting name="Location">Ahmedabad</Setting>
        </Group>
        <Group title="Notifications" icon={Bell}>
          <Setting name="Email Notifications">
            <Badge variant="success">Enabled</Badge>
          </Setting>
          <Setting name="SMS Notifications">
            <Badge variant="success">Enabled</Badge>
          </Setting>
        </Group>
        <Group title="Security" icon={ShieldCheck}>
          <Setting name="Two-Factor Authentication">
            <Button variant="outline" size="sm" onClick={showComingSoon}>
              Configure
            </Button>
          </Setting>
          <Setting name="Session Timeout">30 minutes</Setting>
        </Group>
        <Group title="Database" icon={Database}>
          <Setting name="Database">
            <Badge variant="success">Connected</Badge>
          </Setting>
          <Setting name="Backup">
            <span className="inline-flex flex-wrap items-center justify-end gap-3">
              Daily at 2:00 AM
              <Button variant="outline" size="sm" onClick={showComingSoon}>
                Backup Now
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
