import { useState } from 'react'
import { useFamily } from '@/features/account/people-calls'
import { DueTests } from '@/features/report/results/due-tests'
import { due } from '@/features/report/results/texts'
import { Panel } from '@/ui/panel'
import { Select } from '@/ui/select'

const texts = { person: 'Whose tests', myself: 'Myself' }

/** Says when to test again, for one person of the family at a time, the customer first. */
export function FamilyDueTests() {
  const { rows } = useFamily()
  const [chosen, setChosen] = useState('self')
  const people = [
    { value: 'self', label: texts.myself },
    ...rows.map(({ id, name }) => ({ value: id, label: name })),
  ]
  // one who was removed meanwhile
  const person = people.some(({ value }) => value === chosen) ? chosen : 'self'
  return (
    <Panel
      size="lg"
      title={due.title}
      action={
        rows.length > 0 && (
          <Select
            label={texts.person}
            value={person}
            onChange={setChosen}
            options={people}
            className="max-w-40"
          />
        )
      }
    >
      {/* another person's list is another list: nothing of the one before is shown */}
      <DueTests key={person} person={person} />
    </Panel>
  )
}
