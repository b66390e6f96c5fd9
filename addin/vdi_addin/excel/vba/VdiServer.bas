Option Explicit
Option Private Module
' Starts Python and ends it, through xlwings' DLL. The command line is the interpreter that the settings name
' and a fixed text: nothing of a workbook gets into it, and no command shell reads it.

#If Not Mac Then
    #If Win64 Then
Private Const DLL_NAME As String = "xlwings64-@XLWINGS_VERSION@.dll"
Private Declare PtrSafe Function ActivatePython Lib "xlwings64-@XLWINGS_VERSION@.dll" Alias "XLPyDLLActivateAuto" (ByRef result As Variant, ByVal commandLine As String, ByVal mode As Long) As Long
    #Else
Private Const DLL_NAME As String = "xlwings32-@XLWINGS_VERSION@.dll"
Private Declare PtrSafe Function ActivatePython Lib "xlwings32-@XLWINGS_VERSION@.dll" Alias "XLPyDLLActivateAuto" (ByRef result As Variant, ByVal commandLine As String, ByVal mode As Long) As Long
    #End If
Private Declare PtrSafe Function LoadLibrary Lib "kernel32" Alias "LoadLibraryW" (ByVal fileName As LongPtr) As LongPtr

Private Const PYTHON_ARGUMENTS As String = "@PYTHON_ARGUMENTS@"
Private Const START_OR_FIND As Long = 1
Private Const END_IT As Long = -1

Private starts As Long

Public Function RunningPython() As Object
    Dim answer As Variant
    LoadDll
    If ActivatePython(answer, CommandLine(), START_OR_FIND) <> 0 Then
        ' The DLL may remember a Python that has ended: another command line makes it start anew.
        starts = starts + 1
        If ActivatePython(answer, CommandLine(), START_OR_FIND) <> 0 Then Err.Raise 1000, , CStr(answer)
    End If
    Set RunningPython = answer
End Function

Public Sub EndPython()
    Dim answer As Variant
    LoadDll
    If ActivatePython(answer, CommandLine(), END_IT) <> 0 Then Err.Raise 1000, , CStr(answer)
    starts = starts + 1
End Sub

Private Function CommandLine() As String
    CommandLine = """" & Interpreter() & """ " & PYTHON_ARGUMENTS & " " & starts
End Function

Private Sub LoadDll()
    Dim folder As String
    folder = ParentFolder(Interpreter())
    If LoadLibrary(StrPtr(folder & "\" & DLL_NAME)) <> 0 Then Exit Sub
    If LoadLibrary(StrPtr(ParentFolder(folder) & "\" & DLL_NAME)) <> 0 Then Exit Sub
    Err.Raise 53, , DLL_NAME & " is neither in " & folder & " nor above it. Run: vdi-sizing addin install"
End Sub

Private Function ParentFolder(ByVal path As String) As String
    ParentFolder = Left$(path, InStrRev(path, "\") - 1)
End Function

Public Function SettingsPath() As String
    SettingsPath = Environ$("USERPROFILE") & "\.vdi_sizing\vdi_sizing.conf"
End Function

Private Function Interpreter() As String
    Interpreter = SettingIn(SettingsPath(), "INTERPRETER_WIN")
    If Interpreter = "" Then Err.Raise 53, , SettingsPath() & " is missing. Run: vdi-sizing addin install"
    If Not IsFile(Interpreter) Then Err.Raise 53, , Interpreter & " is missing. Run: vdi-sizing addin install"
End Function

Public Function SettingIn(ByVal path As String, ByVal wanted As String) As String
    Dim settings As Integer, found As String, value As String
    If Not IsFile(path) Then Exit Function
    settings = FreeFile
    Open path For Input As #settings
    Do While Not EOF(settings)
        Input #settings, found, value
        If found = wanted Then SettingIn = value
    Loop
    Close #settings
End Function

Public Function IsFile(ByVal path As String) As Boolean
    On Error Resume Next
    IsFile = (GetAttr(path) And vbDirectory) = 0
End Function
#End If
