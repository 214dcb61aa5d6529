import { pleaseTryAgain } from '@/components/texts'

export const texts = {
  promises: {
    home: 'Samples collected at home, 6 AM to 6 PM',
    nabl: 'NABL-certified labs only',
    reports: 'Reports within 24 to 48 hours',
    line: 'Jaanch: lab tests at home, every step live',
  },
  tabs: { label: 'Login or register', login: 'Login', register: 'Register' },
  backToLogin: 'Back to Login',
  loginLinks: { customer: 'Customer login', lab: 'Lab partner login', admin: 'Admin login' },
  fields: {
    email: 'Email',
    emailOrPhone: 'Email or Phone',
    emailWrong: 'Please enter a valid email address',
    emailOrPhoneMissing: 'Please enter your email or phone',
    password: 'Password',
    passwordMissing: 'Please enter your password',
    passwordHint: 'At least 6 characters',
    confirmation: 'Confirm Password',
    confirmationMissing: 'Please repeat the password',
    passwordsDiffer: 'Passwords do not match',
  },
  login: {
    submitLabel: 'Login',
    forgot: 'Forgot password?',
    succeeded: 'Welcome Back!',
    failed: 'Login Failed',
  },
  twoSteps: {
    prove: 'Two-step sign-in',
    setUp: 'Set up two-step sign-in',
    why: 'Your account needs a second step besides the password.',
  },
  customer: {
    titles: { login: 'Welcome to Jaanch', register: 'Create your account' },
    page: {
      description: 'Book tests for yourself and your family.',
      pitch: 'Your health tests, at your door, every step live.',
    },
    other: 'A lab?',
    login: {
      wrongRoleMessage: 'This account is not a customer account',
      fallbackMessage: 'Invalid email or password',
    },
  },
  chosenTest: {
    signIn: (test: string) => `Sign in to book ${test}`,
    register: 'New to Jaanch? Register',
  },
  customerRegistration: {
    name: 'Full Name',
    nameMissing: 'Please enter your name',
    submitLabel: 'Create Account',
    command: { succeeded: 'Welcome!', failed: 'Registration Failed', fallback: pleaseTryAgain },
  },
  lab: {
    page: {
      title: 'Lab partners',
      description: 'Receive bookings and move them along, live.',
      pitch: 'More samples for your lab, less on the phone.',
    },
    other: 'Looking for a test?',
    login: {
      wrongRoleMessage: 'Access denied. Lab partner account required.',
      fallbackMessage: 'Invalid credentials or account not found',
    },
    pending: 'Pending Approval',
    underReview: 'Application Under Review',
    underReviewText: 'Your lab partner application is under review. You will be notified once approved.',
    suspended: 'Lab Suspended',
  },
  labRegistration: {
    name: 'Organization Name',
    nameMissing: 'Please enter the name of your lab',
    phone: 'Phone',
    phoneWrong: 'Please enter a valid phone number',
    address: 'Address',
    addressMissing: 'Please enter the address of your lab',
    submitLabel: 'Submit Application',
    passwordMismatch: 'Password Mismatch',
    command: {
      succeeded: [
        'Application Submitted',
        'Your lab partner application has been submitted for admin review',
      ],
      failed: 'Registration Failed',
      fallback: 'Unable to submit application. Please try again.',
    },
  } as const,
  admin: {
    page: {
      title: 'Admin login',
      description: 'For the people who run Jaanch.',
      pitch: 'Every booking, every lab, as it happens.',
    },
    login: {
      wrongRoleMessage: 'Access denied. Admin privileges required.',
      fallbackMessage: 'Invalid admin credentials',
    },
  },
  forgot: {
    title: 'Forgot your password?',
    text: 'We send you a link that sets a new one. It works for one hour.',
    submitLabel: 'Send Link',
    sent: 'Check your e-mail',
    command: { failed: 'The link could not be sent', fallback: pleaseTryAgain },
  },
  reset: {
    title: 'Choose a new password',
    password: 'New Password',
    submitLabel: 'Set Password',
    command: { failed: 'The password was not changed', fallback: pleaseTryAgain },
    invalid: {
      title: 'This link no longer works',
      text: 'A link works once, and for one hour. Your password is as it was.',
    },
    sendAnother: 'Send me another link',
    changed: {
      title: 'Your new password is set',
      text: 'You were signed out everywhere. Please log in with it.',
    },
  },
  /** In place of texts of `reset`, for a person whom a lab has invited */
  invited: {
    title: 'Choose your password',
    password: 'Password',
    command: { failed: 'The password was not set', fallback: pleaseTryAgain },
    invalid: {
      title: 'This link no longer works',
      text: 'An invitation works once, and for seven days. Please ask your lab to send it again.',
    },
    changed: {
      title: 'Your password is set',
      text: 'Please log in with your email address and this password.',
    },
  },
}
