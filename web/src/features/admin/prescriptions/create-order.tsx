import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { useState } from 'react'
import { serverText } from '@/lib/api/api-error'
import { usePackages } from '@/lib/api/packages'
import { rupeesText } from '@/lib/format/money'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { toast } from '@/ui/toast-store'
import { createOrder } from './create-order-calls'
import { PackagePicker } from './package-picker'
import { PrescriptionFile } from './prescription-viewer'

type CreateOrderProps = { prescription: PrescriptionView; onClose: () => void }

/** Reads a prescription into an order: which packages, for how much, with what note to the customer. */
export function CreateOrder({ prescription, onClose }: CreateOrderProps) {
  const packages = usePackages('')
  // What an earlier attempt put on the order stays on it: the API takes nothing off again
  const [fixed] = useState(() => prescription.items.map(({ packageId }) => packageId))
  const [chosen, setChosen] = useState<readonly string[]>(fixed)
  const [notes, setNotes] = useState('')
  const [busy, setBusy] = useState(false)
  const [begun, setBegun] = useState(false)
  // Once our own attempt has begun, the status may have moved by it: then it is to be finished
  const isTaken = !begun && prescription.status !== 'pending'
  const prices = new Map(packages.rows.map(({ id, price }) => [id, price]))
  const total = chosen.reduce((sum, id) => sum + Math.round(100 * (prices.get(id) ?? 0)), 0) / 100

  async function create() {
    if (chosen.length === 0) {
      toast.error('No Packages Selected', 'Please select at least one test package')
      return
    }
    setBegun(true)
    setBusy(true)
    try {
      await createOrder({ prescription, packageIds: chosen, total, notes: notes.trim() })
      toast.success('Order created', `${prescription.customerName} is asked to confirm ${rupeesText(total)}`)
      onClose()
    } catch (error) {
      toast.error('Failed to create order', serverText(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Create Order"
      description={`From the prescription of ${prescription.customerName}`}
      className="sm:max-w-5xl"
      footer={
        <>
          <p className="mr-auto flex items-baseline gap-2 self-center" aria-live="polite">
            <span className="text-ink-soft text-xs">
              {chosen.length === 1 ? '1 package' : `${chosen.length} packages`}, total
            </span>
            <span className="font-bold text-xl tabular-nums">{rupeesText(total)}</span>
          </p>
          <Button variant="outline" disabled={busy} onClick={onClose} className="max-sm:hidden">
            Cancel
          </Button>
          <Button loading={busy} disabled={isTaken} onClick={() => void create()}>
            Create Order
          </Button>
        </>
      }
    >
      {isTaken && (
        <p role="status" className="mb-4 rounded-lg bg-accent-soft p-3.5 text-accent-ink">
          Another admin has just made an order of this prescription.
        </p>
      )}
      <div className="grid gap-6 md:grid-cols-2">
        <div className="min-w-0">
          <PrescriptionFile prescription={prescription} className="h-56 md:sticky md:top-0 md:h-[56dvh]" />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <PackagePicker
            packages={packages.rows}
            loading={packages.loading}
            fixed={fixed}
            chosen={chosen}
            onChange={setChosen}
          />
          <Field label="Notes" optional hint="The customer and the lab read them with the order.">
            <Textarea value={notes} maxLength={500} onChange={(event) => setNotes(event.target.value)} />
          </Field>
        </div>
      </div>
    </Dialog>
  )
}
