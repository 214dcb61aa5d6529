import type { BookingView } from '@jaanch/contracts/http/bookings'
import { CircleAlert, MapPin, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { testsText, whenText } from '@/components/booking/texts'
import { useDialogFailure } from '@/components/toast-failure'
import { useSuggestions } from '@/lib/resources/assignment'
import { assignLab } from '@/lib/resources/bookings'
import { useApprovedLabs } from '@/lib/resources/labs'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/dialog'
import { Input } from '@/ui/input'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { inOrderOf, isInCity, rankLabs } from './rank-labs'

type AssignDialogProps = { booking: BookingView; onClose: () => void }

/** Lists the approved labs: first those that fit, with the reasons, then the others, first those of the booking's city. */
export function AssignDialog({ booking, onClose }: AssignDialogProps) {
  const { rows, loading } = useApprovedLabs()
  const suggestions = useSuggestions(booking.id)
  const [labId, setLabId] = useState(booking.labPartnerId ?? '')
  const [search, setSearch] = useState('')
  const [assigning, setAssigning] = useState(false)
  const showFailure = useDialogFailure()
  const isLoading = loading || suggestions.loading
  const suggested = new Map(suggestions.rows.map((each) => [each.labPartnerId, each]))
  const best = suggestions.rows.find(({ score }) => score >= 0)
  const labs = inOrderOf(rankLabs(rows, booking.city, search), [...suggested.keys()])

  async function assign(id: string) {
    if (!id) return toast.error('Please select a lab partner')
    setAssigning(true)
    try {
      await assignLab(booking, id, id === best?.labPartnerId)
      toast.success('Lab assigned', rows.find((lab) => lab.id === id)?.labName)
      onClose()
    } catch (error) {
      showFailure('Failed to assign lab', error, { repeat: () => void assign(id) })
      void suggestions.mutate()
      setAssigning(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Assign Lab"
      description={[testsText(booking), whenText(booking), booking.city].filter(Boolean).join(', ')}
      footer={
        <DialogActions
          submitLabel="Assign"
          loading={assigning}
          onCancel={onClose}
          onSubmit={() => void assign(labId)}
        />
      }
    >
      <Input
        type="search"
        aria-label="Search labs"
        placeholder="Search by name, city or PIN"
        className="mb-4"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {isLoading && <Skeleton className="h-64 w-full" />}
      {!isLoading && labs.length === 0 && (
        <p className="py-6 text-center text-ink-soft">
          {rows.length === 0 ? 'No lab has been approved yet.' : 'No lab matches this text.'}
        </p>
      )}
      {!isLoading && best && search === '' && best.labPartnerId !== booking.labPartnerId && (
        <Button
          variant="soft"
          className="mb-4 w-full"
          disabled={assigning}
          onClick={() => void assign(best.labPartnerId)}
        >
          <Sparkles aria-hidden />
          Assign suggested: {best.labName}
        </Button>
      )}
      {!isLoading && (
        <RadioCards
          label="Lab partner"
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
                    {[lab.address, lab.city, lab.pincode].filter(Boolean).join(', ')}
                    {lab.id === best?.labPartnerId && (
                      <Badge variant="success" icon={Sparkles}>
                        Suggested
                      </Badge>
                    )}
                    {suggestion && suggestion.score < 0 && (
                      <Badge variant="accent" icon={CircleAlert}>
                        Full
                      </Badge>
                    )}
                    {isInCity(lab, booking.city) && (
                      <Badge variant="brand" icon={MapPin}>
                        Same city
                      </Badge>
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
        <p className="mt-4 text-center text-ink-soft text-xs">
          {labs.length - maxShown} more: search to narrow them down.
        </p>
      )}
    </Dialog>
  )
}

/** A longer list needs the search. */
const maxShown = 50
