import { zodResolver } from '@hookform/resolvers/zod';
import { loginInputSchema } from '@noek/contract/auth/schemas';
import { signUpFormSchema } from './password-forms.ts';

export const signIn = zodResolver(loginInputSchema);
export const signUp = zodResolver(signUpFormSchema);
