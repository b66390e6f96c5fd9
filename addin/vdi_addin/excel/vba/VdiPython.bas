Option Explicit
Option Private Module
' Asks Python, and turns its answer into what a cell shows: a number, or an error
' value whose message "Last error" shows. Never 0 and never blank for a failure.

Private Const UDF_MODULE As String = "vdi_addin.excel.udfs"
Private Const SECONDS_TO_NEXT_TRY As Long = 20
Private Const SECONDS_A_DAY As Long = 86400

Private python As Object
Private whyDown As String
Private downUntil As Date
Private lastMessage As String

Public Function VdiCall(ByVal functionName As String, ByVal arguments As Variant) As Variant
    VdiCall = CVErr(xlErrNA)
#If Mac Then
    lastMessage = "Python functions work in Excel for Windows only. The native formulas work here too."
#Else
    If Now < downUntil Then
        ' The other cells of this calculation do not each try to start Python in vain.
        lastMessage = whyDown
        Exit Function
    End If
    On Error GoTo NoPython
    If python Is Nothing Then Set python = RunningPython()
    On Error GoTo Failed
    VdiCall = Answer(python.CallUDF(UDF_MODULE, functionName, CellValues(arguments)))
    Exit Function
NoPython:
    whyDown = "Python does not start: " & Err.Description
    lastMessage = whyDown
    downUntil = Now + SECONDS_TO_NEXT_TRY / SECONDS_A_DAY
    Exit Function
Failed:
    ' Python may have ended: the next call starts it again.
    Set python = Nothing
    lastMessage = functionName & ": " & Err.Description
#End If
End Function

Public Sub VdiTryPythonAgain()
    Set python = Nothing
    downUntil = 0
    lastMessage = ""
End Sub

Public Function VdiLastMessage() As String
    VdiLastMessage = lastMessage
End Function

Private Function CellValues(ByVal arguments As Variant) As Variant
    ' What the cells hold, read here: a Range that Python has to ask costs it many calls back into Excel.
    Dim found() As Variant, i As Long
    If UBound(arguments) < LBound(arguments) Then
        CellValues = arguments
        Exit Function
    End If
    ReDim found(LBound(arguments) To UBound(arguments))
    For i = LBound(arguments) To UBound(arguments)
        If IsObject(arguments(i)) Then
            found(i) = RangeValues(arguments(i))
        Else
            found(i) = arguments(i)
        End If
    Next i
    CellValues = found
End Function

Private Function RangeValues(ByVal area As Object) As Variant
    If area.Areas.Count > 1 Then Err.Raise 5, , "a range of several pieces cannot be used"
    RangeValues = area.Value2
End Function

Private Function Answer(ByVal value As Variant) As Variant
    Dim r As Long, c As Long
    If Not IsArray(value) Then
        Answer = CellAnswer(value)
        Exit Function
    End If
    For r = LBound(value, 1) To UBound(value, 1)
        If HasColumns(value) Then
            For c = LBound(value, 2) To UBound(value, 2)
                value(r, c) = CellAnswer(value(r, c))
            Next c
        Else
            value(r) = CellAnswer(value(r))
        End If
    Next r
    Answer = value
End Function

Private Function HasColumns(ByVal value As Variant) As Boolean
    Dim last As Long
    On Error Resume Next
    last = UBound(value, 2)
    HasColumns = (Err.Number = 0)
End Function

Private Function CellAnswer(ByVal value As Variant) As Variant
    CellAnswer = value
    If VarType(value) <> vbString Then Exit Function
    If Left$(value, 5) = "#N/A " Then CellAnswer = CVErr(xlErrNA)
    If Left$(value, 6) = "#NUM! " Then CellAnswer = CVErr(xlErrNum)
    If IsError(CellAnswer) Then lastMessage = Mid$(value, InStr(value, " ") + 1)
End Function
