import type { BookingView } from '@jaanch/contracts/http/booking-view'
import type { AddressView } from '@jaanch/contracts/http/people'
import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import { whenText } from '@/components/booking/texts'
import { HoldCountdown } from '@/components/slots/hold-countdown'
import { SlotPicker } from '@/components/slots/slot-picker'
import { visitText } from '@/components/slots/slot-texts'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { orderVisit as texts } from './texts'
import type { OrderVisitControl } from './use-order-visit'

const AddressDialog = lazyDialog(
  async () => (await import('@/components/address/address-dialog')).AddressDialog,
)

type OrderVisitProps = { booking: BookingView; visit: OrderVisitControl; isSending: boolean }

/** Where and when the sample of a proposed order is collected: both can be changed before it is confirmed. */
export function OrderVisit({ booking, visit, isSending }: OrderVisitProps) {
  return (
    <>
      <h3 className="mt-6 font-semibold">{texts.when}</h3>
      {visit.isChanging ? (
        <When visit={visit} isSending={isSending} />
      ) : (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <p className="tabular-nums">{whenText(booking)}</p>
          <Button variant="outline" size="sm" onClick={() => visit.setChanging(true)}>
            <CalendarClock aria-hidden />
            {texts.change}
          </Button>
        </div>
      )}
      <h3 className="mt-6 font-semibold">{texts.address}</h3>
      {visit.isLoading ? <Skeleton className="mt-2 h-20 w-full rounded-xl" /> : <Where visit={visit} />}
    </>
  )
}

function Where({ visit }: { visit: OrderVisitControl }) {
  const { addresses, address, pincode, chooseAddress } = visit
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="mt-2 grid justify-items-start gap-3">
      {address ? (
        <RadioCards
          label={texts.address}
          value={address.id}
          onChange={chooseAddress}
          className="w-full"
          options={addresses.map((each) => ({
            value: each.id,
            label: each.label,
            description: addressText(each),
          }))}
        />
      ) : (
        <p className="text-ink-soft">{pincode ? texts.known(pincode) : texts.none}</p>
      )}
      <Button variant="outline" size="sm" onClick={() => setAdding(true)}>
        <Plus aria-hidden />
        {texts.another}
      </Button>
      {isAdding && <AddressDialog onSaved={({ id }) => chooseAddress(id)} onClose={() => setAdding(false)} />}
    </div>
  )
}

function When({ visit, isSending }: { visit: OrderVisitControl; isSending: boolean }) {
  const { place, date, time, chooseTime, now, today, hold, slots, isOver, setChanging } = visit
  return (
    <div className="mt-2 grid gap-4">
      {isOver && <p className="text-ink-soft">{texts.over}</p>}
      <SlotPicker
        {...place}
        date={date}
        time={time}
        onChange={chooseTime}
        now={now}
        isHeld={hold.hold !== null || hold.isPending || isSending}
        isRefused={hold.isRefused}
      />
      {slots?.isLimited && (
        <div className="min-h-12 overflow-hidden rounded-xl">
          {date && time && <HoldCountdown control={hold} visit={visitText({ date, time }, today)} />}
        </div>
      )}
      {!isOver && (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setChanging(false)}>
          {texts.keep}
        </Button>
      )}
    </div>
  )
}

function addressText({ addressLine1, addressLine2, city, pincode }: AddressView): string {
  return [addressLine1, addressLine2, city, pincode].filter(Boolean).join(', ')
}
