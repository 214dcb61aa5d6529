import type { CapacityView } from '@jaanch/contracts/http/capacity'
import { useCommand } from '@/components/use-command'
import { consentToAreas } from '@/lib/resources/capacity'
import { Button } from '@/ui/button'
import { consent as texts } from './texts'

type WaitingAreasProps = {
  labPartnerId: string
  labName: string
  /** What an admin has not consented to */
  waiting: CapacityView['waiting']
  /** Of an admin: what is known after the consent. A lab only reads what waits */
  onConsent?: ((capacity: CapacityView) => void) | undefined
}

/** The declared areas that limit nobody until an admin consents; nothing if there are none. All are named: they are consented to. */
export function WaitingAreas({ labPartnerId, labName, waiting, onConsent }: WaitingAreasProps) {
  const { run, busy } = useCommand({
    send: () => consentToAreas(labPartnerId, waiting),
    succeeded: [texts.saved, labName],
    done: (capacity) => onConsent?.(capacity),
    failed: texts.failed,
  })
  const areas = [...waiting.cities, ...waiting.pincodes]
  if (areas.length === 0) return null

  return (
    <section aria-label={texts.areas} className="grid gap-3 rounded-xl bg-accent-soft p-4 text-accent-ink">
      <p className="font-medium">{onConsent ? texts.waitForYou : texts.waitForAdmin}</p>
      <p className="text-xs">{texts.why}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard too */}
      <p tabIndex={0} className="max-h-32 overflow-y-auto text-ink text-sm">
        {areas.join(', ')}
      </p>
      {onConsent && (
        <Button variant="outline" loading={busy} onClick={() => void run()}>
          {texts.give}
        </Button>
      )}
    </section>
  )
}
