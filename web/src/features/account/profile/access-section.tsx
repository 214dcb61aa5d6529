import type { AccessView } from '@jaanch/account/audit/api'
import { FileText, type LucideIcon, Mail, MapPin, ScrollText, UserRound } from 'lucide-react'
import { usePages } from '@/lib/cache/use-pages'
import { instantText } from '@/lib/format/dates'
import { Button } from '@/ui/button'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'
import { texts } from './texts'

const documents: Record<AccessView['action'], { label: string; icon: LucideIcon }> = {
  'report-opened': { label: 'Report', icon: FileText },
  'prescription-opened': { label: 'Prescription', icon: ScrollText },
  'collection-opened': { label: 'Address and patient', icon: MapPin },
  'message-opened': { label: 'A message to you', icon: Mail },
  'patient-seen': { label: 'Patient and instructions', icon: UserRound },
  'comments-seen': { label: "Doctor's comments", icon: FileText },
  'notes-seen': { label: 'Notes of a prescription', icon: ScrollText },
}

export function AccessSection() {
  const list = usePages('/api/users/me/access', { limit: 10 })
  return (
    <Panel size="lg" title={texts.access.title}>
      <div className="px-5 py-2">
        {list.loading ? (
          <Skeleton className="my-2 h-16" />
        ) : list.rows.length === 0 ? (
          <p className="py-4 text-ink-soft">{list.error ? texts.access.unavailable : texts.access.none}</p>
        ) : (
          <ul className="divide-y">
            {list.rows.map((access) => (
              <AccessRow key={access.id} access={access} />
            ))}
          </ul>
        )}
        {list.hasMore && (
          <Button variant="ghost" size="sm" className="my-2" onClick={list.more}>
            {texts.access.more}
          </Button>
        )}
      </div>
    </Panel>
  )
}

function AccessRow({ access: { action, subject, by, at } }: { access: AccessView }) {
  const { label, icon: Icon } = documents[action]
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon className="mt-0.5 size-4 shrink-0 text-brand-ink" aria-hidden />
      <div className="min-w-0 grow [overflow-wrap:anywhere]">
        <p>
          <span className="font-semibold">{by}</span> {texts.access.opened} {label}
          {subject && `, ${subject}`}
        </p>
        <p className="text-ink-soft text-xs tabular-nums">{instantText(at)}</p>
      </div>
    </li>
  )
}
