import { Wand2, Zap } from 'lucide-react'
import { useState } from 'react'
import { useAutomaticAssignment } from '@/lib/resources/assignment'
import { Button } from '@/ui/button'
import { AutomaticDialog } from './automatic-dialog'
import { SuggestionsDialog } from './suggestions-dialog'

/** Above the unassigned bookings: many at once, and the switch of each city. */
export function AssignmentActions({ hasUnassigned }: { hasUnassigned: boolean }) {
  const [opened, setOpened] = useState<'suggestions' | 'automatic' | null>(null)
  const { rows } = useAutomaticAssignment()
  const on = rows.filter(({ isOn }) => isOn).length
  const close = () => setOpened(null)
  return (
    <div className="mb-5 grid grid-cols-1 gap-3 sm:flex sm:flex-wrap">
      <Button disabled={!hasUnassigned} onClick={() => setOpened('suggestions')}>
        <Wand2 aria-hidden />
        Assign suggested
      </Button>
      <Button variant="outline" onClick={() => setOpened('automatic')}>
        <Zap aria-hidden />
        {`Automatic assignment: ${on === 0 ? 'off' : `on in ${on} ${on === 1 ? 'city' : 'cities'}`}`}
      </Button>
      {opened === 'suggestions' && <SuggestionsDialog onClose={close} />}
      {opened === 'automatic' && <AutomaticDialog onClose={close} />}
    </div>
  )
}
