// What is filled in at checkout, and what is wrong with it.
import { useState } from "preact/hooks";
import { checkoutForm, type CheckoutForm, type CheckoutTerms } from "../../contract/checkout.ts";
import { fieldIssues, type FieldIssue } from "../../contract/problem.ts";

const BLANK = {
  name: "",
  email: "",
  address: "",
  city: "",
  country: "",
  postcode: "",
  deliveryMethod: "standard",
  deliveryDate: "",
  paymentMethod: "",
  notes: "",
  acceptTerms: false,
};
type Values = typeof BLANK;
type TextName = Exclude<keyof Values, "acceptTerms">;

export type FormState = ReturnType<typeof useFormState>;

export function useFormState(terms: CheckoutTerms, known: Partial<Values>) {
  const [values, setValues] = useState<Values>({ ...BLANK, ...known });
  const [issues, setIssues] = useState<FieldIssue[]>([]);
  const set = (change: Partial<Values>) => {
    setValues((before) => ({ ...before, ...change }));
    // A field is no longer called wrong once it is being corrected.
    setIssues((before) => before.filter(({ field }) => !(field in change)));
  };
  const about = (name: keyof Values, label: string) => ({
    name,
    label,
    error: issues.find(({ field }) => field === name)?.message,
  });
  return {
    values,
    issues,
    setIssues,
    set,
    field: (name: TextName, label: string) => ({
      ...about(name, label),
      value: values[name],
      onValue: (value: string) => set({ [name]: value }),
    }),
    check: (name: "acceptTerms", label: string) => ({
      ...about(name, label),
      isChecked: values[name],
      onCheck: (isChecked: boolean) => set({ [name]: isChecked }),
    }),
    /** The form as the server takes it, or nothing where it is not right yet. */
    validate: (): CheckoutForm | undefined => {
      const { earliestDeliveryDate: earliest, latestDeliveryDate: latest } = terms;
      const result = checkoutForm({ earliest, latest }).safeParse(values);
      setIssues(result.success ? [] : fieldIssues(result.error));
      return result.data;
    },
  };
}
