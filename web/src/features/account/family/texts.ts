export const dialog = {
  labels: { title: 'Add Family Member', submitLabel: 'Add Member' },
  incomplete: ['Validation Error', 'Please fill in all required fields'],
  failed: 'Failed to add family member',
} as const

export const fields = {
  name: 'Name',
  nameMissing: 'Please enter a name',
  relationship: 'Relationship',
  selectRelationship: 'Select relationship',
  relationshipMissing: 'Please choose a relationship',
  gender: 'Gender',
  selectGender: 'Select gender',
  noGender: 'Not given',
  genderMissing: 'Please choose a gender',
  dateOfBirth: 'Date of Birth',
  dateWrong: 'Please enter a date',
  phone: 'Phone',
}
