import type { LabPartnerView } from '@jaanch/account/labs/api'
import { labAddressText } from '@jaanch/account/labs/lab-address'
import type { BookingView } from '@jaanch/booking/booking-view'
import { CircleAlert, MapPin, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { testsText, whenText } from '@/components/booking/texts'
import { useDialogCommand } from '@/components/use-command'
import { useApprovedLabs } from '@/features/account/labs-calls'
import { useSuggestions } from '@/features/booking/assignment/calls'
import { assignLab } from '@/features/booking/bookings-calls'
import { doWithEach } from '@/features/booking/staff-bookings/selection-bar'
import { selectionTexts } from '@/features/booking/staff-bookings/texts'
import { StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/dialog'
import { Input } from '@/ui/input'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'

const texts = {
  assigned: (count: number) => (count === 1 ? '1 booking assigned' : `${count} bookings assigned`),
  title: 'Assign Lab',
  submitLabel: 'Assign',
  searchLabel: 'Search labs',
  search: 'Search by name, city or PIN',
  noLab: 'No lab has been approved yet.',
  noMatch: 'No lab matches this text.',
  assignBest: (lab: string) => `Assign suggested: ${lab}`,
  labs: 'Lab partner',
  suggested: 'Suggested',
  full: 'Full',
  sameCity: 'Same city',
  more: (count: number) => `${count} more: search to narrow them down.`,
  missing: 'Please select a lab partner',
  succeeded: 'Lab assigned',
  failed: 'Failed to assign lab',
}

type Lab = Pick<LabPartnerView, 'labName' | 'city' | 'address' | 'pincode'>

/** @returns the labs that match the search, first those of the city, each group sorted by name */
export function rankLabs<L extends Lab>(labs: readonly L[], city: string | null, search: string): L[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return labs
    .filter((lab) => {
      const text = [lab.labName, lab.city, lab.address, lab.pincode].join(' ').toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toSorted(
      (a, b) =>
        Number(isInCity(b, city)) - Number(isInCity(a, city)) || a.labName.localeCompare(b.labName, 'en-IN'),
    )
}

/** Ignores case and spaces: customers type their city ('ahmedabad '). */
export function isInCity(lab: Pick<Lab, 'city'>, city: string | null): boolean {
  return lab.city !== null && city !== null && normalise(lab.city) === normalise(city)
}

function normalise(city: string): string {
  return city.trim().toLowerCase()
}

/** @returns the labs of the ids first, in their order, then the others as they are */
export function inOrderOf<L extends { id: string }>(labs: readonly L[], ids: readonly string[]): L[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: L) => places.get(id) ?? ids.length
  return labs.toSorted((one, other) => placeOf(one) - placeOf(other))
}

type AssignDialogProps = {
  /** One, or several that get the same lab; suggestions are those of the first */
  bookings: readonly BookingView[]
  onAssigned?: (bookings: readonly BookingView[]) => void
  onClose: () => void
}

/** Lists the approved labs: first those that fit, with the reasons, then the others, first those of the booking's city. */
export function AssignDialog({ bookings, ...dialog }: AssignDialogProps) {
  const [first] = bookings
  return first && <AssignLab booking={first} bookings={bookings} {...dialog} />
}

function AssignLab({ booking, bookings, onAssigned, onClose }: AssignDialogProps & { booking: BookingView }) {
  const isAlone = bookings.length === 1
  const { rows, loading } = useApprovedLabs()
  const suggestions = useSuggestions(booking.id)
  const [labId, setLabId] = useState(booking.labPartnerId ?? '')
  const [search, setSearch] = useState('')
  const isLoading = loading || suggestions.loading
  const suggested = new Map(suggestions.rows.map((each) => [each.labPartnerId, each]))
  const best = suggestions.rows.find(({ score }) => score >= 0)
  const labs = inOrderOf(rankLabs(rows, booking.city, search), [...suggested.keys()])

  const { run, busy } = useDialogCommand({
    async send(id: string) {
      if (!isAlone) return doWithEach(bookings, (each) => assignLab(each, id), texts.assigned)
      await assignLab(booking, id, id === best?.labPartnerId)
      return bookings
    },
    done(assigned, id) {
      if (isAlone) toast.success(texts.succeeded, rows.find((lab) => lab.id === id)?.labName)
      onAssigned?.(assigned)
      onClose()
    },
    failed: texts.failed,
    onFailure: () => void suggestions.mutate(),
  })

  return (
    <Dialog
      onClose={onClose}
      title={texts.title}
      description={
        isAlone
          ? [testsText(booking), whenText(booking), booking.city].filter(Boolean).join(', ')
          : selectionTexts.count(bookings.length)
      }
      footer={
        <DialogActions
          submitLabel={texts.submitLabel}
          loading={busy}
          onCancel={onClose}
          onSubmit={() => (labId ? void run(labId) : toast.error(texts.missing))}
        />
      }
    >
      <Input
        type="search"
        aria-label={texts.searchLabel}
        placeholder={texts.search}
        className="mb-4"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {isLoading && <Skeleton className="h-64 w-full" />}
      {!isLoading && labs.length === 0 && (
        <p className="py-6 text-center text-ink-soft">{rows.length === 0 ? texts.noLab : texts.noMatch}</p>
      )}
      {!isLoading && isAlone && best && search === '' && best.labPartnerId !== booking.labPartnerId && (
        <Button
          icon={Sparkles}
          variant="soft"
          className="mb-4 w-full"
          disabled={busy}
          onClick={() => void run(best.labPartnerId)}
        >
          {texts.assignBest(best.labName)}
        </Button>
      )}
      {!isLoading && (
        <RadioCards
          label={texts.labs}
          value={labId}
          onChange={setLabId}
          options={labs.slice(0, maxShown).map((lab) => {
            const suggestion = suggested.get(lab.id)
            return {
              value: lab.id,
              label: lab.labName,
              description: (
                <span className="grid gap-1">
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    {labAddressText(lab)}
                    {lab.id === best?.labPartnerId && (
                      <StyledBadge label={texts.suggested} variant="success" icon={Sparkles} />
                    )}
                    {suggestion && suggestion.score < 0 && (
                      <StyledBadge label={texts.full} variant="accent" icon={CircleAlert} />
                    )}
                    {isInCity(lab, booking.city) && (
                      <StyledBadge label={texts.sameCity} variant="brand" icon={MapPin} />
                    )}
                  </span>
                  {suggestion && <span>{suggestion.reasons.join('\u00a0· ')}</span>}
                </span>
              ),
            }
          })}
        />
      )}
      {labs.length > maxShown && (
        <p className="mt-4 text-center text-ink-soft text-xs">{texts.more(labs.length - maxShown)}</p>
      )}
    </Dialog>
  )
}

/** A longer list needs the search. */
const maxShown = 50
