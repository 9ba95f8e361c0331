// Signing in.
import { useEffect, useRef, useState } from "preact/hooks";
import { SignIn } from "../../contract/account.ts";
import { fieldIssues, type FieldIssue } from "../../contract/problem.ts";
import { TextField } from "../checkout/fields.tsx";
import { navigate } from "../navigation.ts";
import { problemOf } from "../shop-api.ts";
import { useShop } from "../shop.tsx";
import { useTitle } from "../title.ts";

export function SignInPage({ next }: { next: string }) {
  useTitle("Sign in");
  const { account, signIn, announce } = useShop();
  const [values, setValues] = useState({ email: "", password: "" });
  const [issues, setIssues] = useState<FieldIssue[]>([]);
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // Only addresses of this shop; "//host" would be another one's.
    if (account) navigate(/^\/(?![/\\])/.test(next) ? next : "/", "replace");
  }, [account, next]);

  const submit = async () => {
    if (isBusy) return;
    setFailure("");
    const credentials = SignIn.safeParse(values);
    setIssues(credentials.success ? [] : fieldIssues(credentials.error));
    if (!credentials.success) return;
    setBusy(true);
    try {
      await signIn(credentials.data);
      announce("You are signed in");
    } catch (error) {
      setFailure(problemOf(error).message);
      form.current?.querySelector<HTMLInputElement>("#password")?.focus();
    } finally {
      setBusy(false);
    }
  };
  const field = (name: "email" | "password", label: string) => ({
    name,
    label,
    error: issues.find((issue) => issue.field === name)?.message,
    value: values[name],
    onValue: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });

  return (
    <div class="page narrow">
      <h1>Sign in</h1>
      <form
        class="panel"
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div role="alert">{failure !== "" && <p class="alert">{failure}</p>}</div>
        <TextField
          {...field("email", "Email address")}
          input={{ type: "email", autoComplete: "username", required: true }}
        />
        <TextField
          {...field("password", "Password")}
          input={{ type: "password", autoComplete: "current-password", required: true }}
        />
        <button type="submit" class="button button-primary button-large" aria-busy={isBusy}>
          Sign in
        </button>
      </form>
      <p class="muted">
        This is a demo shop. Sign in as demo@store.test with the password demo-pass.
      </p>
    </div>
  );
}
