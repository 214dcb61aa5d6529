import type { CapacityView } from '@jaanch/contracts/http/capacity'
import { useState } from 'react'
import { toastFailure } from '@/components/toast-failure'
import { consentToAreas } from '@/lib/resources/capacity'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast-store'

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
  const [sending, setSending] = useState(false)
  const areas = [...waiting.cities, ...waiting.pincodes]
  if (areas.length === 0) return null

  async function consent() {
    setSending(true)
    try {
      const capacity = await consentToAreas(labPartnerId, waiting)
      toast.success('Consent saved', labName)
      onConsent?.(capacity)
    } catch (error) {
      toastFailure('Failed to save the consent', error)
    } finally {
      setSending(false)
    }
  }

  return (
    <section
      aria-label="Areas that wait for consent"
      className="grid gap-3 rounded-xl bg-accent-soft p-4 text-accent-ink"
    >
      <p className="font-medium">
        {onConsent ? 'These areas wait for your consent.' : 'These areas wait for the consent of an admin.'}
      </p>
      <p className="text-xs">
        They are farther than 60 km from the PIN code that is recorded for the lab, or none is recorded. Until
        then they limit nobody: customers there can choose any slot.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard too */}
      <p tabIndex={0} className="max-h-32 overflow-y-auto text-ink text-sm">
        {areas.join(', ')}
      </p>
      {onConsent && (
        <Button variant="outline" loading={sending} onClick={() => void consent()}>
          Consent to These Areas
        </Button>
      )}
    </section>
  )
}
