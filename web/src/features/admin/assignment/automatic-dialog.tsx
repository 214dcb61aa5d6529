import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { useAutomaticAssignment } from '@/lib/resources/assignment'
import { Dialog } from '@/ui/dialog'
import { Skeleton } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'
import { automatic as texts } from './texts'

/** In which cities labs are assigned without an admin. */
export function AutomaticDialog({ onClose }: { onClose: () => void }) {
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
