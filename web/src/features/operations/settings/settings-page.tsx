import type { SettingsView } from '@jaanch/operations/settings/api'
import { CircleCheck, CircleOff, CircleX, TriangleAlert } from 'lucide-react'
import { useResource } from '@/lib/cache/use-resource'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Panel } from '@/ui/panel'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { SkeletonList } from '@/ui/skeleton'

const texts = {
  label: 'Settings of the running processes',
  heads: ['Setting', 'Set in', 'Without a value'],
  set: 'Set in',
  default: 'Without a value:',
  nowhere: 'Not set',
  findings: {
    title: 'What is probably wrong',
    none: 'Nothing is wrong with the settings',
    severities: { error: 'Error', warning: 'Warning' },
    /** @param services whose settings it is about */
    about: (services: readonly string[]) => `Settings of: ${services.join(', ')}.`,
    /** @param docs path of a section in the repository */
    see: (docs: string) => `See ${docs}.`,
  },
  failed: {
    title: 'The settings cannot be read',
    text: 'The system did not answer. They are read again by themselves.',
  },
}

type Finding = SettingsView['findings'][number]

const styles: Record<Finding['severity'], BadgeStyle> = {
  error: { label: texts.findings.severities.error, variant: 'error', icon: CircleX },
  warning: { label: texts.findings.severities.warning, variant: 'accent', icon: TriangleAlert },
}

/** Processes come and go when settings are changed, and this is not pushed */
const refreshMs = 30_000

/** Which settings the running processes have. Their values are shown to nobody. */
export function SettingsPage() {
  const { data, loading } = useResource('/api/operations/settings', { refreshMs })
  if (loading) return <SkeletonList count={4} itemClassName="h-24" className="grid grid-cols-1 gap-3" />
  if (!data) {
    return <EmptyState icon={CircleOff} {...texts.failed} />
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Findings findings={data.findings} />
      <RowTable label={texts.label} heads={texts.heads}>
        {data.settings.map(({ name, setIn, default: without }) => (
          <Row key={name}>
            <Cell className="font-mono text-sm">{name}</Cell>
            <Cell label={texts.set}>
              {setIn.length > 0 ? setIn.join(', ') : <span className="text-ink-soft">{texts.nowhere}</span>}
            </Cell>
            <Cell label={texts.default} className="text-ink-soft">
              {without}
            </Cell>
          </Row>
        ))}
      </RowTable>
    </div>
  )
}

function Findings({ findings }: Pick<SettingsView, 'findings'>) {
  if (findings.length === 0) {
    return (
      <Card className="flex min-h-14 items-center gap-3 px-4 py-3 sm:px-5">
        <CircleCheck className="size-5 text-success" aria-hidden />
        <h2 className="font-semibold text-base">{texts.findings.none}</h2>
      </Card>
    )
  }
  return (
    <Panel title={texts.findings.title}>
      <ul className="divide-y">
        {findings.map(({ severity, text, advice, docs, services }) => (
          <li key={text} className="flex flex-wrap gap-x-3 gap-y-1 px-4 py-3 sm:px-5">
            <StyledBadge {...styles[severity]} className="self-start" />
            <div className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
              <p>
                {text} {advice}
              </p>
              <p className="text-ink-soft text-sm">
                {services.length > 0 && texts.findings.about(services)} {texts.findings.see(docs)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
