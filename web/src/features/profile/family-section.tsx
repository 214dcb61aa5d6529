import type { FamilyMemberView } from '@jaanch/contracts/http/people'
import { UserPlus } from 'lucide-react'
import { useCommand } from '@/components/use-command'
import { phoneText } from '@/lib/format/phone'
import { ageText, capitalised, initials } from '@/lib/format/text'
import { removeFamilyMember, useFamily } from '@/lib/resources/people'
import { lazyDialog } from '@/ui/lazy-part'
import { EditableList } from './editable-list'
import { removeMember as removal, member as texts } from './texts'

const FamilyMemberDialog = lazyDialog(async () => (await import('./family-member-dialog')).FamilyMemberDialog)

export function FamilySection() {
  const list = useFamily()
  const { run } = useCommand({
    ...removal.command,
    send: ({ id }: FamilyMemberView) => removeFamilyMember(id),
  })

  return (
    <EditableList
      {...texts.list}
      addIcon={UserPlus}
      list={list}
      present={(member) => ({
        icon: initials(member.name),
        title: member.name,
        details: memberDetails(member),
        name: member.name,
      })}
      removal={({ name }) => removal.question(name)}
      onRemove={run}
    >
      {(member, onClose) => <FamilyMemberDialog member={member} onClose={onClose} />}
    </EditableList>
  )
}

function memberDetails({ relationship, age, gender, phone }: FamilyMemberView): string {
  const years = age !== null && ageText(age)
  return [capitalised(relationship), years, gender && capitalised(gender), phone && phoneText(phone)]
    .filter(Boolean)
    .join(' · ')
}
