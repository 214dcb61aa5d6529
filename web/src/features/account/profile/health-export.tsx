import { istDate } from '@jaanch/contracts/calendar'
import { FileJson } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { useFamily } from '@/features/account/people-calls'
import { saveFile } from '@/lib/files'
import { download } from '@/lib/http/download'
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

const titles = new Set(['dr', 'mr', 'mrs', 'ms', 'shri', 'smt'])

/** Saves all latest reports of a person as one FHIR file. @param person `self`, or the id of a family member @param name of the person */
async function downloadHealthExport(person: string, name: string): Promise<void> {
  const file = await download(`/api/health-export?${new URLSearchParams({ person })}`)
  saveFile(file, healthFileName(name, istDate(new Date())))
}

/**
 * @param name of the person, of which the first word is taken @param date YYYY-MM-DD
 * @returns 'jaanch-health-sunita-2026-11-27.json'; without a name that has Latin letters, 'jaanch-health-2026-11-27.json'
 */
export function healthFileName(name: string, date: string): string {
  const [first = ''] = name
    .normalize('NFD')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[^a-z0-9-]/g, ''))
    .filter((word) => /[a-z]/.test(word) && !titles.has(word))
  return ['jaanch-health', first, `${date}.json`].filter(Boolean).join('-')
}
