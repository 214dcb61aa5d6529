/**
 * The requirements of the specification: by its sections, their ids with short labels. A test that holds one has the id at the end of
 * its title, as in 'signing out removes the token [S2.1.4]'. What sections 5, 8 and 9 say of a screen is in the id of the screen.
 */
export const specificationRequirements: Record<string, Record<string, string>> = {
  '2.1 Route table': {
    'S2.1.1': 'Who sees which page, where others are led, Page Not Found',
    'S2.1.2': "'Unknown role', with the customer's menu",
    'S2.1.3': '/tests takes q and loc; the shortcuts',
    'S2.1.4': 'Logout removes the token and goes to /',
    'S2.1.5': 'Book Now opens the wizard',
  },
  '2.2 Shell and navigation': {
    'S2.2.1': 'Sidebar, tab bar, menus and headers of the roles',
    'S2.2.2': "The sidebar's name, 'User' without one",
    'S2.2.3': "The sidebar's bell counts above 0 only",
    'S2.2.4': 'Bells 3 and 5 and avatars in headers',
  },
  '2.3 Search bar and location': {
    'S2.3.1': 'Search box; Enter searches',
    'S2.3.2': "Location display, Change City, '(Auto-detected)'",
  },
  '2.4 Test or package card': {
    'S2.4.1': 'Facts, defaults, badges, prices and buttons',
  },
  '2.5 Customer home': {
    'S2.5.1': 'Greeting, Popular Packages, banner',
    'S2.5.2': 'Quick actions',
    'S2.5.3': 'Details dialog',
  },
  '2.6 Browse Tests': {
    'S2.6.1': "Results, Clear search, 'No tests found'",
  },
  '2.7 My Bookings': {
    'S2.7.1': 'Tabs with counts',
    'S2.7.2': 'Unfinished prescriptions above the bookings',
    'S2.7.3':
      "Orders that await confirmation, cancelled and declined ones: 'Failed to confirm booking', 'Failed to decline booking'",
  },
  '2.8 Reports and Bookings': {
    'S2.8.1': 'Tabs with counts, download',
  },
  '2.9 Profile': {
    'S2.9.1': 'Own name, e-mail and phone',
    'S2.9.2':
      "Family members: form, question before removal, 'Failed to save family member', 'Failed to remove family member'",
  },
  '2.10 Booking wizard': {
    'S2.10.1': 'Seven steps: fields, buttons, bar, payment methods, contact number, booking id at the end',
    'S2.10.2': 'Details on step 1',
    'S2.10.3': 'Back on step 1 leaves',
  },
  '2.11 Login and registration pages': {
    'S2.11.1': "Customer: both tabs, 'Passwords do not match', required fields, 'Welcome!'",
    'S2.11.2': "Lab: six fields, 'Password Mismatch', 'Application Submitted', 'Application Under Review'",
    'S2.11.3': "Admin: one form, 'Welcome Back!'",
  },
  '2.12 Lab dashboard': {
    'S2.12.1': 'Cards and tabs',
    'S2.12.2': 'Filter, Export, Settings',
    'S2.12.3':
      "Update Status: one step a press, disabled once completed, 'Booking status updated successfully'",
    'S2.12.4': "Assign and Upload Report: 'Feature Coming Soon'",
  },
  '2.13 Lab bookings page': {
    'S2.13.1': 'Tabs and cards',
    'S2.13.2': "'No bookings found'",
    'S2.13.3': "Three pages: 'Coming soon'",
  },
  '2.14 Admin console': {
    'S2.14.1': 'Tabs; overview with 5 bookings and 4 labs',
    'S2.14.2': 'totalUsers and totalPackages',
    'S2.14.3': 'Lab approvals',
    'S2.14.4':
      "Manage Bookings: tabs, approved labs only, 'Please select a lab partner', 'Failed to assign lab'",
    'S2.14.5': "Prescriptions: Create Order and its calls, 'No Packages Selected', 'Failed to create order'",
  },
  '2.15 Admin pages': {
    'S2.15.1': 'Users: counts and rows',
    'S2.15.2':
      "Packages: counts, grid, dialog, question before deletion, 'Package Created' and the others, 'Failed to create package' and the others",
    'S2.15.3': 'Bookings as in the console',
    'S2.15.4': 'Settings: static texts, session timeout 30 minutes',
  },
  '4 States and transitions': {
    'S4.1': 'Every status has a badge',
    'S4.2': 'What completed and confirmed offer',
    'S4.3': 'Unassigned and Assigned',
    'S4.4': 'Prescription',
    'S4.5': 'Lab partner: approved or rejected',
    'S4.6': "Login is 403 with 'message' until approved: 'Pending Approval'",
    'S4.7': 'An invalid token is removed silently',
    'S4.8': 'Detection, another city; Ahmedabad after a failure',
    'S4.9': "Validity of the wizard's steps",
    'S4.10': 'Instant skips the schedule',
  },
  '5 Validation rules': {
    'S5.1': "Add dialog of family members: 'Validation Error', 'Failed to add family member'",
    'S5.2':
      "Prescription file: 'No File Selected', 'File Too Large' (5MB), 'Invalid File Type' (JPG, PNG, PDF)",
    'S5.3': 'Each login refuses other accounts',
    'S5.4': 'Contact number of any length',
    'S5.5': 'No past date, six fixed slots',
    'S5.6': 'Package form',
    'S5.7': 'Passwords of six characters and more',
  },
  '6 Roles and permissions': {
    'S6.1': 'What each role may do',
    'S6.2': 'Bearer token, credentials, JSON',
  },
  '7 The calls it makes': {
    'S7.1': 'Errors; 401 where tolerated',
    'S7.2': 'Queries never refetch or retry',
    'S7.3': 'Packages: reads and search',
    'S7.4': 'Packages: changes',
    'S7.5': 'Family members and addresses',
    'S7.6': 'Prescriptions',
    'S7.7': 'Bookings: lists',
    'S7.8': 'Bookings: POST, payment methods',
    'S7.9': "Bookings: an admin's order",
    'S7.10': 'Bookings: confirm, decline, status, assign',
    'S7.11': 'Lab partners: lists, approve, reject, register',
    'S7.12': 'Login, registration, own account',
    'S7.13': 'Users',
    'S7.14': 'Geocode',
    'S7.15': 'Reverse geocoder of a third party',
    'S7.16': 'Time-outs of positions',
  },
  '8 Error catalogue': {
    'S8.1': "'Failed to upload prescription'",
    'S8.2': "'Failed to download report'",
    'S8.3': "'Failed to update booking status'",
    'S8.4': "'Approval Failed', 'Rejection Failed'",
    'S8.5': "The wizard's two errors",
    'S8.6': "'Login Failed'",
    'S8.7': "'Registration Failed'",
    'S8.8': 'Four reasons of a failed detection',
    'S8.9': 'Lists that do not load are shown empty',
  },
  '9 Business constants and limits': {
    'S9.1': 'Ten cities',
    'S9.2': 'Rupees',
    'S9.3': 'Percent off',
    'S9.4': 'Options and defaults of fields',
    'S9.5': 'Fasting and ages',
    'S9.6': 'Priority medium',
    'S9.7': 'Rating 4.5, 3 nearby labs',
    'S9.8': 'Ids as 8 characters',
    'S9.9': 'Toasts: one at a time, 5 seconds, 420 px',
    'S9.10': 'Tooltips: 700 and 300 ms',
    'S9.11': 'Mutations do not retry',
  },
}
