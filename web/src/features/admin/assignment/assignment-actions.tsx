import { Wand2, Zap } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { useAutomaticAssignment } from '@/lib/resources/labs'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Skeleton } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'
import { SuggestionsDialog } from './suggestions-dialog'
import { suggestions as suggestionsTexts, automatic as texts } from './texts'

export function AssignmentActions({ hasUnassigned }: { hasUnassigned: boolean }) {
  const [opened, setOpened] = useState<'suggestions' | 'automatic' | null>(null)
  const { rows } = useAutomaticAssignment()
  const on = rows.filter(({ isOn }) => isOn).length
  const close = () => setOpened(null)
  return (
    <div className="mb-5 grid grid-cols-1 gap-3 sm:flex sm:flex-wrap">
      <Button disabled={!hasUnassigned} onClick={() => setOpened('suggestions')}>
        <Wand2 aria-hidden />
        {suggestionsTexts.open}
      </Button>
      <Button variant="outline" onClick={() => setOpened('automatic')}>
        <Zap aria-hidden />
        {texts.state(on)}
      </Button>
      {opened === 'suggestions' && <SuggestionsDialog onClose={close} />}
      {opened === 'automatic' && <AutomaticDialog onClose={close} />}
    </div>
  )
}

function AutomaticDialog({ onClose }: { onClose: () => void }) {
  const { rows, loading, set } = useAutomaticAssignment()
  const { run, running } = useCommand({
    send: ({ city, isOn }: { city: string; isOn: boolean }) => set(city, isOn),
    failed: texts.failed,
  })

  return (
    <Dialog onClose={onClose} title={texts.title} description={texts.description}>
      {loading && <Skeleton className="h-96 w-full" />}
      {!loading && rows.length === 0 && <p className="py-6 text-center text-ink-soft">{texts.notLoaded}</p>}
      <ul className="divide-y">
        {rows.map(({ city, isOn, changedAt }) => (
          <li key={city}>
            <Switch
              label={city}
              description={changedAt ? texts.since(isOn, instantText(changedAt)) : undefined}
              checked={isOn}
              disabled={running.some((change) => change.city === city)}
              onChange={(next) => void run({ city, isOn: next })}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
