import { FileJson } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { useFamily } from '@/features/account/people-calls'
import { downloadHealthExport } from '@/features/report/interoperability-calls'
import { useUser } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { Select } from '@/ui/select'
import { healthExport as texts } from './texts'

/** The reports of one person of the family as a file for other systems. */
export function HealthExport() {
  const { name } = useUser()
  const { data: family = [] } = useFamily()
  const [person, setPerson] = useState('self')
  const nameOf = (id: string) => family.find((member) => member.id === id)?.name ?? name
  const { run, busy } = useCommand({
    send: () => downloadHealthExport(person, nameOf(person)),
    failed: texts.failed,
  })
  const people = [
    { value: 'self', label: texts.self },
    ...family.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div>
      <h3 className="mb-1 font-semibold text-sm">{texts.title}</h3>
      <p className="mb-3 text-ink-soft text-sm">{texts.text}</p>
      <div className="flex flex-wrap gap-3">
        <Select
          label={texts.person}
          value={person}
          onChange={setPerson}
          options={people}
          className="min-w-40 grow sm:max-w-60"
        />
        <Button
          icon={FileJson}
          variant="soft"
          loading={busy}
          className="max-sm:w-full"
          onClick={() => void run()}
        >
          {texts.submit}
        </Button>
      </div>
    </div>
  )
}
